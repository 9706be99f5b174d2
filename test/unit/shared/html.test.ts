import { describe, expect, it } from 'vitest'
import { foreign, html, joinHtml } from '../../../shared/text/html.ts'

describe('the markup of documents', () => {
  it('escapes every text in a template, in content and in attributes', () => {
    const text = `<b> & "x" 'y'`
    const safe = '&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;'
    expect(html`<p title="${text}">${text}</p>`.markup).toBe(`<p title="${safe}">${safe}</p>`)
    expect(foreign(text).markup).toBe(`<bdi>${safe}</bdi>`)
  })

  it('keeps markup that a template made, alone and in a list', () => {
    const items = ['<', '>'].map((text) => html`<li>${text}</li>`)
    expect(html`<ul>${items}${html`<li></li>`}</ul>`.markup).toBe('<ul><li>&lt;</li><li>&gt;</li><li></li></ul>')
  })

  it('treats no object from JSON as markup', () => {
    const forged = JSON.parse('{"markup":"<script>"}')
    expect(html`<p>${forged}${[forged]}</p>`.markup).not.toContain('<script>')
  })

  it('leaves out the line breaks of the template, but not those of a text', () => {
    expect(
      html`
        <p>
          ${'two\n  lines'} end
        </p>`.markup,
    ).toBe('<p>two\n  lines end</p>')
  })

  it('joins the parts with a separator', () => {
    expect(joinHtml([], ' · ').markup).toBe('')
    expect(joinHtml(['a', foreign('<')], ' & ').markup).toBe('a &amp; <bdi>&lt;</bdi>')
  })
})
