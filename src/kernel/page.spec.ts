import fc from 'fast-check';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, offsetOf, pageRequest, paginationOf } from './page.js';

describe('a page request', () => {
  // @proves S-4.10-2
  it('is the first page of 30 when the client named nothing', () => {
    expect(pageRequest()).toEqual({ number: 1, size: 30 });
  });

  it('keeps a size up to 100 and lowers a larger one to 100', () => {
    expect(pageRequest(2, 100).size).toBe(100);
    expect(pageRequest(2, 101).size).toBe(100);
  });

  it('is a whole number, even when the client names one past the end of all lists', () => {
    expect(pageRequest(Infinity, Infinity)).toEqual({ number: Number.MAX_SAFE_INTEGER, size: MAX_PAGE_SIZE });
  });
});

describe('the pagination of a list', () => {
  it('counts no page for an empty list', () => {
    expect(paginationOf({ totalRecords: 0, request: pageRequest() })).toEqual({
      totalRecords: 0,
      currentPageNumber: 1,
      totalPages: 0,
      pageSize: DEFAULT_PAGE_SIZE,
    });
  });

  it('counts a page that is not full', () => {
    expect(paginationOf({ totalRecords: 31, request: pageRequest() }).totalPages).toBe(2);
  });

  it('tells true totals on a page past the end', () => {
    const pagination = paginationOf({ totalRecords: 5, request: pageRequest(900) });
    expect(pagination).toMatchObject({ totalRecords: 5, currentPageNumber: 900, totalPages: 1 });
  });
});

const sizes = fc.integer({ min: 1, max: 500 });

describe('for every list', () => {
  it('the pages together hold each item exactly once', () => {
    fc.assert(
      fc.property(fc.nat(1_000), sizes, (totalRecords, size) => {
        const all = Array.from({ length: totalRecords }, (_, index) => index);
        const { totalPages, pageSize } = paginationOf({ totalRecords, request: pageRequest(1, size) });
        const seen = Array.from({ length: totalPages }, (_, index) => pageRequest(index + 1, size)).flatMap(
          (request) => all.slice(offsetOf(request), offsetOf(request) + pageSize),
        );
        expect(seen).toEqual(all);
      }),
    );
  });

  it('the last page holds something and the one after it nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), sizes, (totalRecords, size) => {
        const { totalPages } = paginationOf({ totalRecords, request: pageRequest(1, size) });
        expect(offsetOf(pageRequest(totalPages, size))).toBeLessThan(totalRecords);
        expect(offsetOf(pageRequest(totalPages + 1, size))).toBeGreaterThanOrEqual(totalRecords);
      }),
    );
  });

  it('an offset is a whole number that the database can take', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, noNaN: true }).map(Math.ceil), sizes, (number, size) => {
        expect(Number.isSafeInteger(offsetOf(pageRequest(number, size)))).toBe(true);
      }),
    );
  });
});
