/** What the systems are given so that they start the program again. Pure texts. */

export const UNIT_NAME = 'comanda.service'
export const TASK_NAME = 'Comanda'
/** Set for a process that the system starts again by itself. */
export const SUPERVISED = 'COMANDA_SUPERVISED'
/** A start that is only wanted when the last run did not end on purpose. */
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
 * A unit of the user. It has no `[Install]` section: the start with the computer is chosen apart, and a start by any way
 * is handed over to the unit (`supervision.ts`). The shell is there because systemd expands nothing in the first word and
 * so leaves no way to write every path there. The program itself relaunches three times in ten minutes at most and then
 * once a minute, which stays within the limit.
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
 * A task that looks once a minute whether the program has to be started again. The scheduler's own restart after a failure
 * is for tasks that could not be started; an exit code counts as an end like any other. Priority 5 is the usual one of a
 * program; without it a task gets less of the processor.
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
