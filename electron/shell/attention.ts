import { Notification, shell } from 'electron'

/** Beep and notification of the desktop, for the time in which no window can ring. */
export const attention = {
  beep: (): void => shell.beep(),
  notify: ({ title, body }: { readonly title: string; readonly body: string }): void => {
    if (Notification.isSupported()) new Notification({ title, body, urgency: 'critical' }).show()
  },
}
