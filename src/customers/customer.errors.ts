import { notFound, refusalsOf } from '../kernel/errors.js';

export const customerNotFound = notFound('customer');

export const CUSTOMER_LISTS = refusalsOf('customers', 'by more or narrower filters');
