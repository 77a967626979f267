/** A list of listeners for one kind of news. Knows nothing of what the news is. */

/** The result ends the subscription. */
export type Subscribe<News> = (listener: (news: News) => void) => () => void;

export interface Listeners<News> {
  readonly subscribe: Subscribe<News>;
  tell(news: News): void;
}

export function createListeners<News>(): Listeners<News> {
  const listeners = new Set<(news: News) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell: (news) => {
      for (const listener of [...listeners]) listener(news);
    },
  };
}
