/** What /init may do. */

export interface Setup {
  /** `[BACKEND [MODEL]]`, or else what is in use: shows the file, asks, and writes it. Tells what came of it. */
  write(words: string, signal: AbortSignal): Promise<string>;
}
