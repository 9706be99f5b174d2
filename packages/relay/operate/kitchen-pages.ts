import { type Html, html } from '../../../shared/text/html.ts'
import type { IssuedCredentials } from '../kitchens/kitchens.ts'
import { filled, type PageTexts } from '../texts/page-texts.ts'
import type { KitchenView } from './overview.ts'
import { agoText, alarm, pageText, span, storeText } from './page-document.ts'

const lines = (label: string, name: string): Html =>
  html`<label>${label}<textarea name="${name}" rows="3"></textarea></label>`

const form = (action: string, fields: Html, button: string, kind = ''): Html =>
  html`<form method="post" action="/kitchens/${action}">${fields}<button class="${kind}">${button}</button></form>`

const facts = (rows: readonly (readonly [label: string, value: string | Html])[]): Html =>
  html`<dl>${rows.map(([label, value]) => html`<dt class="soft">${label}</dt><dd>${value}</dd>`)}</dl>`

/** One kitchen: how it is, its stores, and what can be done. */
export function kitchenPage(language: string, t: PageTexts, kitchen: KitchenView): string {
  const { name, establishments, oldestUnacceptedSeconds } = kitchen
  const hidden = html`<input type="hidden" name="name" value="${name}">`
  const sure = (words: string): Html =>
    html`${hidden}<label><input type="checkbox" name="sure" required>${words}</label>`
  const stores = html`${establishments.map((store) => html`<span class="line">${storeText(store)}</span>`)}`
  const body = html`${kitchen.isSilent ? alarm(t.silent) : undefined}
    ${facts([
      [t.state, t[kitchen.state]],
      [t.lastPoll, agoText(kitchen.lastPollSeconds, t)],
      [t.openOrders, String(kitchen.openOrders)],
      [t.oldest, oldestUnacceptedSeconds === null ? '–' : span(oldestUnacceptedSeconds)],
      [t.waiting, String(kitchen.unacknowledged)],
      [t.establishments, stores],
      [t.platform, kitchen.upstream],
    ])}
    <h2>${t.actions}</h2>
    ${kitchen.state === 'paused' ? form('resume', hidden, t.resume, 'next') : form('pause', hidden, t.pause)}
    ${form('establishments', html`${hidden}${lines(t.addStores, 'add')}${lines(t.removeStores, 'remove')}`, t.change)}
    ${form('renew-secret', sure(t.sureRenew), t.renew, 'danger')}${form('revoke', sure(t.sureRevoke), t.revoke, 'danger')}`
  return pageText(language, { title: name, links: [['/', t.back]], body })
}

/** The form for a new kitchen. */
export function newKitchenPage(language: string, t: PageTexts, upstreams: readonly string[]): string {
  const fields = html`<label>${t.name}<input name="name" required maxlength="60"></label>
    <label>${t.ids}<textarea name="establishments" rows="3" required></textarea></label>
    <label>${t.platform}<select name="upstream">${upstreams.map((name) => html`<option>${name}</option>`)}</select></label>
    <label>${t.push}<input name="push"></label>`
  return pageText(language, { title: t.add, links: [['/', t.back]], body: form('add', fields, t.add, 'next') })
}

/** The page after a new kitchen or a new secret. The secret is shown only here. */
export function issuedPage(language: string, t: PageTexts, apiUrl: string, issued: IssuedCredentials): string {
  const code = (value: string): Html => html`<code>${value}</code>`
  const body = html`<p>${t.issued}</p>${facts([
    [t.apiUrl, code(apiUrl)],
    [t.clientId, code(issued.clientId)],
    [t.clientSecret, code(issued.clientSecret)],
  ])}`
  return pageText(language, { title: t.title, links: [['/', t.back]], body })
}

export const failurePage = (language: string, t: PageTexts, reason: string): string =>
  pageText(language, { title: t.title, links: [['/', t.back]], body: alarm(filled(t.failed, reason)) })
