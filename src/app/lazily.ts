/** A value that is made when it is first wanted, and once. */

export interface Lazily<T> {
  get(): Promise<T>;
  /** Undefined while nobody has had it. */
  peek(): T | undefined;
}

export function lazily<T>(make: () => Promise<T>): Lazily<T> {
  let made: T | undefined;
  let making: Promise<T> | undefined;
  return {
    get() {
      making ??= make().then((value) => {
        made = value;
        return value;
      });
      return making;
    },
    peek: () => made,
  };
}
