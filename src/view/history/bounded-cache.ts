/** A map that forgets what was used longest ago once its entries weigh too much together. */

export interface BoundedCache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value, weight: number): void;
  delete(key: Key): void;
  clear(): void;
  weight(): number;
}

/** The newest entry stays, however heavy. */
export function createBoundedCache<Key, Value>(heaviest: number): BoundedCache<Key, Value> {
  const entries = new Map<Key, { readonly value: Value; readonly weight: number }>();
  let total = 0;

  function remove(key: Key): void {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, weight) {
      remove(key);
      entries.set(key, { value, weight });
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= heaviest || oldest === key) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      entries.clear();
      total = 0;
    },
    weight: () => total,
  };
}
