/** The directives that a page violates with its attempts to load remote content. */
export const REMOTE_CONTENT = ['img-src', 'style-src-elem', 'frame-src', 'connect-src']

/**
 * Runs in the page. Tries everything that the content security policy forbids, and returns the results.
 * @param origin another site
 */
export async function attemptForbidden({ origin, directives }: { origin: string; directives: readonly string[] }) {
  const violated = new Set<string>()
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violated.add(effectiveDirective))
  const attempt = (work: () => unknown): string => {
    try {
      work()
      return 'done'
    } catch (error) {
      return error instanceof Error ? error.name : 'thrown'
    }
  }
  const append = (name: string, attributes: Readonly<Record<string, string>>): void => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    document.body.append(element)
  }
  // Deferred, so that the page does it and not the test's evaluation, to which the policy does not apply.
  const later = <T>(work: () => T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(work())))
  const tried = await later(() => ({
    eval: attempt(() => Reflect.get(globalThis, 'eval')('window.foreign = true')),
    function: attempt(() => new Function('window.foreign = true')()),
    innerHTML: attempt(() => {
      document.createElement('div').innerHTML = '<img src=x onerror="window.foreign=true">'
    }),
    scriptText: attempt(() => {
      const script = document.createElement('script')
      script.textContent = 'window.foreign = true'
      document.body.append(script)
    }),
    handler: attempt(() => append('img', { src: 'data:,', onerror: 'window.foreign=true' })),
    worker: attempt(() => new Worker('data:text/javascript,1')),
  }))
  append('img', { src: `${origin}/image` })
  append('link', { rel: 'stylesheet', href: `${origin}/style` })
  append('iframe', { src: `${origin}/frame` })
  const isObjectSet = attempt(() => append('object', { data: `${origin}/object` }))
  append('audio', { src: `${origin}/audio`, autoplay: '' })
  const script = document.createElement('script')
  const isScriptSet = attempt(() => {
    script.src = `${origin}/script`
    document.body.append(script)
  })
  const fetched = await fetch(`${origin}/fetch`).then(
    () => 'done',
    () => 'refused',
  )
  const imported = await import(/* @vite-ignore */ `${origin}/module`).then(
    () => 'done',
    () => 'refused',
  )
  const served = await navigator.serviceWorker.register('/index.html').then(
    () => 'done',
    () => 'refused',
  )
  const end = performance.now() + 5_000
  while (!directives.every((directive) => violated.has(directive)) && performance.now() < end)
    await later(() => undefined)
  return { tried, isScriptSet, isObjectSet, fetched, imported, served, violated: [...violated] }
}
