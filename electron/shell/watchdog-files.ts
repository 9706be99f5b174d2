/** The files by which the systems restart the program. Pure. */

export const UNIT_NAME = 'comanda.service'
export const TASK_NAME = 'Comanda'
/** Set for a process that the system restarts. */
export const SUPERVISED = 'COMANDA_SUPERVISED'
/** Switch: start only when the last run did not end on purpose. */
export const IF_STOPPED = '--if-stopped'

/** A word of `ExecStart`: C escapes inside of quotes; `%` and `$` are systemd's own (systemd.service(5), "Command lines"). */
const unitWord = (text: string): string =>
  `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')}"`

/**
 * A unit of the user. It has no `[Install]` section: the start with the computer is a separate choice, and every start
 * is handed over to the unit (`supervision.ts`). A shell is used because systemd expands nothing in the first word,
 * where some paths cannot be written. The program itself relaunches three times in ten minutes at most and then once a
 * minute, which stays within the limit.
 */
export function systemdUnit(program: string): string {
  return `# Written by Comanda, and removed when "open again" is switched off in its settings.
[Unit]
Description=Comanda
PartOf=graphical-session.target
After=graphical-session.target
StartLimitIntervalSec=600
StartLimitBurst=20

[Service]
Type=exec
ExecStart=/bin/sh -c ${unitWord('exec "$0"')} ${unitWord(program)}
Environment=${SUPERVISED}=1
Restart=on-failure
RestartSec=3
KillMode=mixed
TimeoutStopSec=10
`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const xml = (text: string): string => text.replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? '')

/**
 * A task that checks once a minute whether the program has to be restarted. The scheduler's own restart covers only
 * tasks that could not be started, not exit codes. Priority 5 is the usual one of a program; without it a task gets
 * less of the processor.
 * @param user `DOMAIN\name`
 */
export function scheduledTask(program: string, user: string): string {
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Comanda</Description></RegistrationInfo>
  <Triggers>
    <TimeTrigger>
      <StartBoundary>2020-01-01T00:00:00</StartBoundary>
      <Repetition><Interval>PT1M</Interval></Repetition>
    </TimeTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${xml(user)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>5</Priority>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xml(program)}</Command>
      <Arguments>${IF_STOPPED}</Arguments>
    </Exec>
  </Actions>
</Task>
`
}
