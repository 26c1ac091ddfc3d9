import { expect, test } from 'vitest'
import { renderText } from '../../testing/render-markdown.ts'

/** What no page may have, however it is written. */
const forbidden = [
  /<script/i,
  /<style/i,
  /<(?:object|embed|applet|form|base|meta|link|frame|svg|math|template|noscript|textarea|select|dialog|portal)\b/i,
  /\son[a-z]+\s*=/i,
  /(?:href|src|action|formaction|poster|data|srcdoc|xlink:href)\s*=\s*["']?\s*(?:javascript|vbscript|data:text|file|blob|filesystem):/i,
  /srcdoc/i,
  /\sstyle=/i,
  /expression\s*\(/i,
  /url\(/i,
  /<iframe/i,
]

const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://x.org/a.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\n>alert(1)</script\n>',
  '<script/xss>alert(1)</script/xss>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" OnErRoR="alert(1)">',
  '<img/src=x/onerror=alert(1)>',
  '<img src=x onerror\n=\nalert(1)>',
  '<img src=`x`onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<img src=x srcset="x 1x, javascript:alert(1) 2x">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><foreignObject><iframe src="javascript:alert(1)"></iframe></foreignObject></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"></use></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><set attributeName="href" to="javascript:alert(1)"/></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<math href="javascript:alert(1)">x</math>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<form><button formaction="javascript:alert(1)">x</button></form>',
  '<input type=image src=x onerror=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="data:text/html,<script>alert(1)</script>"></iframe>',
  '<iframe src="https://evil.example/x"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<object type="text/x-scriptlet" data="https://x.org/a.html"></object>',
  '<embed src="javascript:alert(1)">',
  '<applet code=x></applet>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<link rel=import href="data:text/html,<script>alert(1)</script>">',
  '<style>@import "https://evil.example/x.css";</style>',
  '<style>body{background:url(javascript:alert(1))}</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<div style="width: expression(alert(1))">x</div>',
  '<div style="position:fixed;top:0;left:0;width:100vw;height:100vh">x</div>',
  '<div style="margin: -9999px; -moz-binding: url(x)">x</div>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="&#x01;javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="blob:https://x.org/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT:alert(1))',
  '[x](java&#x73;cript:alert(1))',
  '[x]( <javascript:alert(1)> )',
  '[x](data:text/html,<script>alert(1)</script>)',
  '![x](javascript:alert(1))',
  '[x][r]\n\n[r]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '[x](https://a.org){onclick=alert(1)}',
  '[x](https://a.org){href="javascript:alert(1)"}',
  '# T {onclick=alert(1) style="x"}',
  '![x](a.png){onerror=alert(1)}',
  '<details open ontoggle=alert(1)>x</details>',
  '<video src=x onerror=alert(1)><source src="javascript:alert(1)"></video>',
  '<audio src=x onloadstart=alert(1)></audio>',
  '<body onload=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<table background="javascript:alert(1)"><td>x</td></table>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<title><img src=x onerror=alert(1)></title>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php <script>alert(1)</script> ?>',
  '<portico-fragment key="x" n="0"></portico-fragment>',
  '<template><script>alert(1)</script></template>',
  '<dialog open><form method=dialog><button autofocus onfocus=alert(1)>x</button></form></dialog>',
  '<a href="https://a.org" ping="https://evil.example" target="_top">x</a>',
  '```mermaid\ngraph TD\nA["<img src=x onerror=alert(1)>"]\nclick A "javascript:alert(1)"\n```',
  '$\\href{javascript:alert(1)}{x}$',
  '$\\htmlData{x=y}{z} \\includegraphics{javascript:alert(1)}$',
  '```html title="<img src=x onerror=alert(1)>"\n<script>alert(1)</script>\n```',
  '!!! note "<img src=x onerror=alert(1)>"\n    <script>alert(1)</script>',
  '=== "<img src=x onerror=alert(1)>"\n    x',
  '[^x]\n\n[^x]: <script>alert(1)</script>',
  '[^"><script>]: x\n\n[^"><script>]',
  '*[HTML]: "><script>alert(1)</script>\n\nHTML',
  '`#!html <script>alert(1)</script>`',
  '--8<-- "<script>alert(1)</script>"',
  ':material-"><script>:',
]

test(`none of ${attacks.length} attacks leaves something that could run`, () => {
  expect(attacks.length).toBeGreaterThanOrEqual(60)
  for (const attack of attacks) {
    const { html, page } = renderText(`# Title\n\n${attack}\n`)
    // What is shown as text is harmless: only tags are looked at.
    const tags =
      html
        .match(/<[^>]*>/g)
        ?.filter(tag => !/^<\/?(?:math|semantics|annotation|m[a-z]+)\b/.test(tag))
        .join('\n') ?? ''
    for (const pattern of forbidden) expect(tags, attack).not.toMatch(pattern)
    expect(
      page.notices.filter(({ code }) => code === 'page-unreadable'),
      attack,
    ).toEqual([])
  }
})

test('frames are shown for hosts that config allows, and are links otherwise', () => {
  const frame = '# T\n\n<iframe src="https://video.example/1" title="A film" width="400"></iframe>'
  expect(renderText(frame).html).toContain('<a href="https://video.example/1" target="_blank" rel="noopener noreferrer">A film</a>')
  const allowed = renderText(frame, { settings: { allowedIframeHosts: ['video.example'] } }).html
  expect(allowed).toContain('<iframe src="https://video.example/1" title="A film" width="400" sandbox=')
})

test('custom elements and other schemes are allowed by config only', () => {
  const text = '# T\n\n<my-box data-x="1" onclick="x">y</my-box> [a](slack:x)'
  expect(renderText(text).html).toContain('&lt;my-box')
  const settings = {
    allowedCustomElementTagNameRegExp: '^my-',
    allowedCustomElementAttributeNameRegExp: '^data-',
    additionalAllowedURIProtocols: ['slack'],
  }
  const { html } = renderText(text, { settings })
  expect(html).toContain('<my-box data-x="1">y</my-box>')
  expect(html).toContain('href="slack:x"')
})

test('styles of size, colour, alignment and spacing stay, as data that the reader applies', () => {
  expect(renderText('# T\n\n<p style="color: red; position: fixed; width: 50%">x</p>').html).toContain(
    '<p data-style="color: red; width: 50%">x</p>',
  )
})

test('a tag that is nested a hundred thousand deep is flattened', () => {
  const { html } = renderText(`# T\n\n${'<div>'.repeat(100_000)}deep`)
  expect(html).toContain('deep')
  expect(html.match(/<div/g)!.length).toBeLessThan(300)
})
