import { Freshness, LEASE_MS, logPosition } from './freshness.rules.js';

/** A process that asks both servers every 100 ms, with answers that take no time. */
class Watcher {
  readonly freshness = new Freshness();

  /** The primary says `primary`, then the standby says `standby`. */
  round(now: number, primary: number, standby: number): void {
    this.freshness.mark({ position: BigInt(primary), askedAt: now, answeredAt: now });
    this.freshness.observe(BigInt(standby), now, now);
  }

  /** Rounds from one moment to another, the standby `behind` bytes behind. */
  rounds(from: number, to: number, position: (now: number) => number, behind = 0): void {
    for (let now = from; now <= to; now += 100) this.round(now, position(now), position(now) - behind);
  }
}

const settled = ({ freshness }: Watcher, position: number, committedAt: number, now = committedAt): boolean =>
  freshness.isSettled(BigInt(position), committedAt, now);

describe('a standby that keeps up', () => {
  it('is read from after it has done so for a while', () => {
    const watcher = new Watcher();
    watcher.rounds(0, 700, () => 10);
    expect(watcher.freshness.isUsable(750)).toBe(false);
    watcher.round(800, 10, 10);
    expect(watcher.freshness.isUsable(800)).toBe(true);
  });

  it('is left when it was not heard of for a while', () => {
    const watcher = new Watcher();
    watcher.rounds(0, 1_000, () => 10);
    expect(watcher.freshness.isUsable(1_000 + LEASE_MS - 1)).toBe(true);
    expect(watcher.freshness.isUsable(1_000 + LEASE_MS)).toBe(false);
  });

  it('is as fresh as the last word of the primary that it has, not as its own', () => {
    const watcher = new Watcher();
    watcher.rounds(0, 1_000, () => 10);
    watcher.round(1_100, 20, 15);
    watcher.round(1_200, 20, 19);
    expect(watcher.freshness.isUsable(1_399)).toBe(true);
    expect(watcher.freshness.isUsable(1_400)).toBe(false);
  });

  it('may be read from without a break when it is always a little behind', () => {
    const watcher = new Watcher();
    for (let now = 0; now <= 2_000; now += 100) watcher.round(now, now, now - 150);
    expect(watcher.freshness.isUsable(2_000)).toBe(true);
  });

  it('settles a write as soon as it has it', () => {
    const watcher = new Watcher();
    watcher.rounds(0, 1_000, () => 10);
    expect(settled(watcher, 11, 1_000)).toBe(false);
    watcher.freshness.observe(11n, 1_001, 1_002);
    expect(settled(watcher, 11, 1_000, 1_002)).toBe(true);
    expect(settled(watcher, 12, 1_000, 1_002)).toBe(false);
  });
});

describe('a standby that falls behind', () => {
  const behind = (until: number): Watcher => {
    const watcher = new Watcher();
    watcher.rounds(0, 1_000, () => 10);
    for (let now = 1_100; now <= until; now += 100) watcher.round(now, 20, 15);
    return watcher;
  };

  it('settles a write when the time is over after which nobody reads from it', () => {
    const watcher = behind(1_200);
    expect(settled(watcher, 30, 1_200, 1_200 + LEASE_MS - 1)).toBe(false);
    expect(settled(watcher, 30, 1_200, 1_200 + LEASE_MS)).toBe(true);
  });

  it('settles writes at once when nobody can have read from it for a while', () => {
    expect(settled(behind(1_400), 30, 1_450)).toBe(false);
    expect(settled(behind(1_500), 30, 1_550)).toBe(true);
    expect(settled(behind(1_500), 30, 1_500 + LEASE_MS + 1)).toBe(false);
  });

  it('is not read from right after it has caught up, as a write may have been settled without it', () => {
    const watcher = behind(2_000);
    watcher.rounds(2_100, 2_800, () => 30);
    expect(watcher.freshness.isUsable(2_850)).toBe(false);
    watcher.round(2_900, 30, 30);
    expect(watcher.freshness.isUsable(2_900)).toBe(true);
  });

  it('for hours is known to be behind without remembering every word of the primary', () => {
    const watcher = new Watcher();
    watcher.rounds(0, 1_000, () => 10);
    for (let now = 1_100; now <= 10_000_000; now += 100)
      watcher.round(now, now, 10 + Math.floor(now / 1_000));
    expect(settled(watcher, 99_999_999, 10_000_000)).toBe(true);
    expect((watcher.freshness as unknown as { missing: unknown[] }).missing.length).toBeLessThan(150);
  });
});

describe('a standby that is away', () => {
  it('is not read from, and after it has come back only when it has kept up for a while', () => {
    const watcher = new Watcher();
    watcher.rounds(0, 1_000, () => 10);
    watcher.freshness.unreachable();
    expect(watcher.freshness.isUsable(1_000)).toBe(false);
    watcher.rounds(1_100, 1_800, () => 10);
    expect(watcher.freshness.isUsable(1_850)).toBe(false);
    watcher.round(1_900, 10, 10);
    expect(watcher.freshness.isUsable(1_900)).toBe(true);
  });

  it('settles writes at once when its address has refused everybody for a while', () => {
    const watcher = new Watcher();
    watcher.rounds(0, 1_000, () => 10);
    for (const now of [1_100, 1_200, 1_300, 1_400]) watcher.freshness.refused(now);
    expect(settled(watcher, 20, 1_450)).toBe(false);
    watcher.freshness.refused(1_500);
    expect(settled(watcher, 20, 1_550)).toBe(true);
  });

  it('settles no write at once when it may be that only this process does not reach it', () => {
    const watcher = new Watcher();
    watcher.rounds(0, 1_000, () => 10);
    for (let now = 1_100; now <= 5_000; now += 100) watcher.freshness.unreachable();
    expect(settled(watcher, 20, 5_000)).toBe(false);
    expect(settled(watcher, 20, 5_000, 5_000 + LEASE_MS)).toBe(true);
  });

  it('that comes back as it was some time ago is as one that went away', () => {
    const watcher = new Watcher();
    watcher.rounds(0, 1_000, () => 10);
    watcher.round(1_050, 10, 8);
    expect(watcher.freshness.isUsable(1_050)).toBe(false);
  });
});

/**
 * The promise itself (decision 18): whatever order things happen in, nobody reads a standby without a write that was confirmed.
 * Two processes with their own rounds, a standby that stands still, catches up and refuses, chosen by a seeded generator.
 */
describe('two processes that never speak to each other', () => {
  it.each(Array.from({ length: 12 }, (_, seed) => seed + 1))('miss no confirmed write (%i)', (seed) => {
    const world = new World(seed);
    for (let now = 0; now < 20_000; now++) world.pass(now);
    expect(world.missed).toBe(0);
    expect(world.readsOfStandby).toBeGreaterThan(0);
    expect(world.confirmed).toBeGreaterThan(100);
  });
});

class World {
  missed = 0;
  readsOfStandby = 0;
  confirmed = 0;
  private readonly processes = [new Watcher(), new Watcher()];
  private primary = 0;
  private standby = 0;
  private promised = 0;
  private mode: 'follows' | 'stands still' | 'limps' | 'refuses' = 'follows';
  private waiting: { readonly position: number; readonly committedAt: number; readonly by: Watcher }[] = [];

  constructor(private state: number) {}

  pass(now: number): void {
    if (this.chance(1 / 700)) this.changeMode();
    this.replay();
    for (const [index, process] of this.processes.entries()) {
      if (this.chance(1 / 10)) this.commit(now, process);
      if ((now + index * 37) % 100 === 0) this.ask(now, process);
      else if (this.waiting.length > 0 && this.chance(1 / 3)) this.look(now, process);
      this.read(now, process);
    }
    this.confirm(now);
  }

  private commit(now: number, by: Watcher): void {
    this.primary++;
    this.waiting.push({ position: this.primary, committedAt: now, by });
  }

  private confirm(now: number): void {
    this.waiting = this.waiting.filter(({ position, committedAt, by }) => {
      if (!by.freshness.isSettled(BigInt(position), committedAt, now)) return true;
      this.promised = Math.max(this.promised, position);
      this.confirmed++;
      return false;
    });
  }

  private read(now: number, { freshness }: Watcher): void {
    if (this.mode === 'refuses' || !freshness.isUsable(now)) return;
    this.readsOfStandby++;
    if (this.standby < this.promised) this.missed++;
  }

  private ask(now: number, process: Watcher): void {
    process.freshness.mark({ position: BigInt(this.primary), askedAt: now, answeredAt: now });
    this.look(now, process);
  }

  private look(now: number, { freshness }: Watcher): void {
    if (this.mode === 'refuses') freshness.refused(now);
    else freshness.observe(BigInt(this.standby), now, now);
  }

  private replay(): void {
    const missing = this.primary - this.standby;
    if (this.mode === 'follows' && this.chance(1 / 4)) this.standby += missing;
    if (this.mode === 'limps' && missing > 0 && this.chance(1 / 12)) this.standby++;
  }

  private changeMode(): void {
    const modes = ['follows', 'follows', 'stands still', 'limps', 'refuses'] as const;
    const next = modes[Math.floor(this.random() * modes.length)] ?? 'follows';
    // Whoever was connected notices that it goes away.
    if (next === 'refuses') for (const { freshness } of this.processes) freshness.lose();
    this.mode = next;
  }

  private chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** A generator of 32 bits (mulberry32). */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

describe('a place in the log', () => {
  it('is read as PostgreSQL writes it', () => {
    expect(logPosition('0/16B3748')).toBe(0x16b3748n);
    expect(logPosition('2A/FF000000')).toBe(0x2a_ff000000n);
    expect(logPosition('1/0') > logPosition('0/FFFFFFFF')).toBe(true);
  });
});
