import { foldEmail } from '../../kernel/text.js';

/** The senders that a manifest blocks, folded once: looking one up takes the same time, however many there are. */
export class BlockedSenders {
  private readonly addresses = new Set<string>();
  private readonly domains = new Set<string>();

  /** @param senders addresses, and domains with all that is below them */
  constructor(senders: readonly string[]) {
    for (const sender of senders)
      if (sender.includes('@')) this.addresses.add(foldEmail(sender));
      else this.domains.add(foldEmail(`@${sender}`).slice(1));
  }

  has(address: string): boolean {
    if (this.addresses.size + this.domains.size === 0) return false;
    const folded = foldEmail(address);
    return this.addresses.has(folded) || this.hasDomain(folded.slice(folded.lastIndexOf('@') + 1));
  }

  private hasDomain(domain: string): boolean {
    for (let start = 0; start !== -1; start = nextLabel(domain, start))
      if (this.domains.has(domain.slice(start))) return true;
    return false;
  }
}

function nextLabel(domain: string, start: number): number {
  const dot = domain.indexOf('.', start);
  return dot === -1 ? -1 : dot + 1;
}
