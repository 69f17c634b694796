// Is loaded into a process before its program. A first SIGUSR2 sets its clock an hour back, a second one sets it right
// again.
const HOUR_MS = 3_600_000;
const TrueDate = globalThis.Date;
let shiftMs = 0;

const now = () => TrueDate.now() + shiftMs;

globalThis.Date = new Proxy(TrueDate, {
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: (target) => new target(now()).toString(),
});

process.on('SIGUSR2', () => {
  shiftMs = shiftMs === 0 ? -HOUR_MS : 0;
});
