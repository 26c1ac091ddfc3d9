const htmlNames =
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button canvas caption center cite code col ' +
  'colgroup command content data datalist dd del details dfn dialog dir div dl dt element em embed fieldset figcaption figure font footer form frame ' +
  'frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee ' +
  'math menu menuitem meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext portal pre progress q rb rp rt ' +
  'rtc ruby s samp script search section select shadow slot small source spacer span strike strong style sub summary sup svg table tbody td template textarea ' +
  'tfoot th thead time title tr track tt u ul var video wbr xmp'
const svgNames =
  'animate animatemotion animatetransform circle clippath defs desc ellipse feblend filter foreignobject g image line lineargradient marker mask metadata ' +
  'mpath path pattern polygon polyline radialgradient rect set stop switch symbol text textpath tspan use view'
const known = new Set(`${htmlNames} ${svgNames}`.split(' '))

/** Whether HTML or SVG has an element of this name. Others, such as `<your-name>`, are placeholders that readers should see. */
export function isKnownElement(name: string): boolean {
  return known.has(name.toLowerCase())
}
