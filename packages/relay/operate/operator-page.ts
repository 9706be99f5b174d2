import { type Html, html } from '../../../shared/text/html.ts'
import { filled, type PageTexts } from '../texts/page-texts.ts'
import type { KitchenView, UpstreamView } from './overview.ts'
import { agoText, alarm, pageText, span, storeText } from './page-document.ts'

export type AuditLine = {
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly kitchen: string | null
  readonly detail: string | null
}

/** How many stores a row names. */
const NAMED_STORES = 2

/** One row: its name, its stores by name, its last contact, its open orders. A touch opens its page. */
function kitchenRow(kitchen: KitchenView, t: PageTexts): Html {
  const { name, establishments, state, isSilent } = kitchen
  const named = establishments.slice(0, NAMED_STORES).map((store) => store.name ?? storeText(store))
  const more = establishments.length - named.length
  const stores = [named.join(', '), ...(more > 0 ? [filled(t.more, String(more))] : [])].join(' · ')
  const words = [
    ...(state === 'paused' ? [t.paused] : []),
    `${t.lastPoll}: ${agoText(kitchen.lastPollSeconds, t)}`,
  ].join(' · ')
  return html`<li class="${isSilent ? 'silent' : state}" data-kitchen="${name}">
    <a href="/kitchen?name=${encodeURIComponent(name)}"><strong>${name}</strong><span class="soft">${stores}</span>
    <span>${isSilent ? html`<span role="alert">${t.silent}</span>` : words}</span>
    <strong>${filled(t.open, String(kitchen.openOrders))}</strong></a></li>`
}

function upstreamPart(upstream: UpstreamView, t: PageTexts): Html {
  const { name, isRefused, isLeased, pausedSeconds, unclaimedEstablishments } = upstream
  const problems = Object.entries(upstream.problems).map(([reason, orders]) => `${orders} (${reason})`)
  const alarms = [
    ...(isRefused ? [t.refused] : []),
    ...(isLeased ? [] : [t.noPoller]),
    ...(pausedSeconds > 0 ? [filled(t.wait, span(pausedSeconds))] : []),
    ...(unclaimedEstablishments.length > 0
      ? [filled(t.unclaimed, unclaimedEstablishments.map(storeText).join(', '))]
      : []),
    ...(problems.length > 0 ? [filled(t.unreadable, problems.join(', '))] : []),
  ]
  return html`${alarms.map(alarm)}
    <p class="soft">${t.platform} ${name} · ${t.reached}: ${agoText(upstream.lastGoodPollSeconds, t)}</p>`
}

/** The kitchens of the chain, silent ones first. */
export function operatorPage(
  language: string,
  t: PageTexts,
  { kitchens, upstreams }: { readonly kitchens: readonly KitchenView[]; readonly upstreams: readonly UpstreamView[] },
): string {
  const list = html`<ul class="kitchens">${kitchens.map((kitchen) => kitchenRow(kitchen, t))}</ul>`
  return pageText(language, {
    title: t.title,
    links: [
      ['/changes', t.audit],
      ['/add', t.add, kitchens.length === 0],
    ],
    body: html`${upstreams.map((upstream) => upstreamPart(upstream, t))}
      ${kitchens.length === 0 ? html`<p>${t.noKitchens}</p>` : list}`,
    refreshes: true,
  })
}

/** Who changed what, the newest first. */
export function changesPage(language: string, t: PageTexts, audit: readonly AuditLine[]): string {
  const cell = (text: string | null): Html => html`<td>${text ?? ''}</td>`
  const rows = audit.map(
    ({ at, actor, action, kitchen, detail }) => html`<tr>${[at, actor, action, kitchen, detail].map(cell)}</tr>`,
  )
  const body = rows.length === 0 ? html`<p>${t.noChanges}</p>` : html`<table>${rows}</table>`
  return pageText(language, { title: t.audit, links: [['/', t.back]], body, refreshes: true })
}
