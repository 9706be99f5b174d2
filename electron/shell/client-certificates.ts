import type { App } from 'electron'
import type { Log } from '../logging/log-port.ts'

/**
 * SECURITY: client-certificates (docs/security.md). A server may ask for a certificate of the user. Without a listener Electron
 * sends the first one of the system, also for calls of the main process: on a shop's computer that is its digital identity
 * (e-CNPJ). No platform needs one, so the connection goes on without.
 */
export function refuseClientCertificates(app: Pick<App, 'on'>, log: Log): void {
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault()
    log.warn('client-certificate-refused')
    choose()
  })
}
