import type { RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';

const OWN_NETWORKS = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

const UNNAMED =
  'A proxy seems to be in front, but TRUST_PROXY is not set: all clients behind it count as one address, and share the limit of ' +
  'failed authentications. Set TRUST_PROXY to the number of proxies or to their addresses.';

/** Warns once when a request with `X-Forwarded-For` or `Forwarded` comes from a private address, for a service that trusts no proxy. */
export function noticeUnnamedProxy(log: Pick<Logger, 'warn'>): RequestHandler {
  let isNoticed = false;
  return ({ headers, socket }, _response, next) => {
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
    if (!isNoticed && isForwarded && isOfOwnNetwork(socket.remoteAddress)) {
      isNoticed = true;
      log.warn({ code: 'proxy_not_trusted' }, UNNAMED);
    }
    next();
  };
}

function isOfOwnNetwork(address = ''): boolean {
  return ipaddr.isValid(address) && OWN_NETWORKS.includes(ipaddr.process(address).range());
}
