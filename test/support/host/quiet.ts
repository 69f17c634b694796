/** Longer than any test takes: then its end was forgotten. */
const LONGEST_MS = 120_000;

/** What a runner of jobs does with each visit and each round. */
interface Attempting {
  attempt(job: object, work: () => Promise<void>): Promise<boolean>;
  readonly stop: AbortController;
}

const quiets = new Map<string, { readonly over: Promise<void>; end(): void }>();
const underWay = new Set<Promise<boolean>>();

/** Lets the jobs of an application in this process wait while it is quiet here. One that is asked for by a test is done at once. */
export function makeQuietable(jobRunner: object): void {
  const runner = jobRunner as Attempting;
  const attempt = runner.attempt.bind(runner);
  const { signal } = runner.stop;
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
  runner.attempt = async (job, work) => {
    while (quiets.size > 0 && !signal.aborted)
      await Promise.race([stopped, ...[...quiets.values()].map(({ over }) => over)]);
    const working = attempt(job, signal.aborted && quiets.size > 0 ? () => Promise.resolve() : work);
    underWay.add(working);
    return working.finally(() => underWay.delete(working));
  };
}

/** Makes it quiet, when the jobs that are under way are done. Several may want it at the same time. */
export async function beginQuiet(id: string): Promise<void> {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  quiets.set(id, { over, end });
  setTimeout(endQuiet, LONGEST_MS, id).unref();
  await Promise.all(underWay);
}

export function endQuiet(id: string): void {
  quiets.get(id)?.end();
  quiets.delete(id);
}
