import { Notification, shell } from 'electron'

/** The desktop's own ways to be heard and seen while no window is: its beep and its notifications. */
export const attention = {
  beep: (): void => shell.beep(),
  notify: ({ title, body }: { readonly title: string; readonly body: string }): void => {
    if (Notification.isSupported()) new Notification({ title, body, urgency: 'critical' }).show()
  },
}
