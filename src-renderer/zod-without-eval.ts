import { z } from 'zod';

/*
 * Imported before any schema is made: the page's Content-Security-Policy forbids compiling code at run time, and
 * already the attempt would be reported as a violation.
 */
z.config({ jitless: true });
