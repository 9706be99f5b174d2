/** Facts beside a log line. Only allow-listed names get through to the file; the rest is redacted inside the logger. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** The log for the rest of the program: never throws, never waits. `event` is a fixed kebab-case name. */
export type Log = {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}
