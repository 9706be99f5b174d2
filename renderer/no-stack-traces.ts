/**
 * React creates errors while its code is loaded. For their stack traces the browser would parse all of that code a second
 * time. `main.tsx` imports this first, and sets the limit back after the imports.
 */
Reflect.set(Error, 'stackTraceLimit', 0)
