import { z } from 'zod';

/*
 * Must be imported before any schema is made: the page's Content-Security-Policy forbids compiling code at run time,
 * and even the attempt would be reported as a violation.
 */
z.config({ jitless: true });
