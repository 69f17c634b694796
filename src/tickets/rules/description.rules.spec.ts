import fc from 'fast-check';
import { dangersIn } from '../../../test/support/data/texts/html-dangers.js';
import { CleanDescription } from './description.rules.js';
import { size } from '../../../test/support/sizes.js';

const cleanDescription = (html: string): string => CleanDescription.of(html).html;

describe('a description', () => {
  it.each([
    '<p>I need <b>your</b> help.</p>',
    '<ul><li>one</li><li>two</li></ul>',
    '<table><tbody><tr><td colspan="2">cell</td></tr></tbody></table>',
    '<a href="https://acme.example/a?b=1" title="more">link</a>',
    '<a href="mailto:john@customer.example">John</a>',
    '<a href="tel:+15550100">call</a>',
    '<img src="cid:logo" alt="Logo" />',
    '<p dir="rtl" lang="ar">مرحبا</p>',
    'plain text, Zürich 東京 🙂',
    '',
  ])('keeps what is harmless: %s', (html) => {
    expect(cleanDescription(html)).toBe(html);
  });

  // @proves D-4-30
  it.each([
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    ['1 <2', '1 &lt;2'],
    ['<form>Name: <input value="x"><button>Go</button></form>', 'Name: Go'],
    ['<font color=red>red</font>', 'red'],
    ['<custom-tag>inside</custom-tag>', 'inside'],
    ['<noscript>no script</noscript>', 'no script'],
    ['<select><option>first</option></select>', 'first'],
    ['<textarea>typed</textarea>', 'typed'],
    [
      '<textarea>&lt;b&gt;a &amp;amp; &#60;i> &eacute; & &lt</textarea>',
      '&lt;b&gt;a &amp;amp; &lt;i&gt; é &amp; &amp;lt',
    ],
    ['<textarea><img src=x onerror=1></textarea>', '&lt;img src=x onerror=1&gt;'],
    ['<textarea>&lt;img src=x onerror=1&gt;</textarea>', '&lt;img src=x onerror=1&gt;'],
    ['<textarea>&amp;lt;img src=x onerror=1&amp;gt;</textarea>', '&amp;lt;img src=x onerror=1&amp;gt;'],
    ['<textarea>&lt;img src=x onerror=1&gt;', '&lt;img src=x onerror=1&gt;'],
    ['<textarea><textarea>&lt;img src=x&gt;</textarea></textarea>', '&lt;textarea&gt;&lt;img src=x&gt;'],
    ['<svg><textarea>&lt;img src=x&gt;</svg></textarea>', '&lt;img src=x&gt;&lt;/svg&gt;'],
    ['<marquee>moving</marquee>', 'moving'],
    ['<p onclick="x()">click</p>', '<p>click</p>'],
    ['<p style="color:red">styled</p>', '<p>styled</p>'],
    ['<a href="javascript:x()">link</a>', '<a>link</a>'],
    ['<b>not closed', '<b>not closed</b>'],
  ])('keeps the text of %s', (html, cleaned) => {
    expect(cleanDescription(html)).toBe(cleaned);
  });
});

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1);//<</script>',
  '<script\n>alert(1)</script\n>',
  '<script/xss src="https://evil.example/x.js"></script>',
  '<script>alert(1)',
  '</title><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '<!--><script>alert(1)</script-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror="alert(1)">',
  '<img/src="x"/onerror=alert(1)>',
  '<img src=x:x onerror\n=alert(1)>',
  '<img """><script>alert(1)</script>">',
  '<img src="javascript:alert(1)">',
  '<img src=`javascript:alert(1)`>',
  '<img src="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="vbscript:msgbox(1)">',
  '<img lowsrc="javascript:alert(1)" dynsrc="javascript:alert(1)" srcset="javascript:alert(1) 1x">',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><foreignObject><iframe src="javascript:alert(1)"></iframe></foreignObject></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<frameset><frame src="javascript:alert(1)"></frameset>',
  '<object data="javascript:alert(1)"></object>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<applet code="x.class"></applet>',
  '<link rel=stylesheet href="javascript:alert(1)">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="javascript:alert(1)//">',
  '<style>@import "https://evil.example/x.css";</style>',
  '<style>body{background:url("javascript:alert(1)")}</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<div style="width:expression(alert(1))">x</div>',
  '<body onload=alert(1)>',
  '<body background="javascript:alert(1)">',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<textarea autofocus onfocus=alert(1)>',
  '<textarea>&lt;script&gt;alert(1)&lt;/script&gt;</textarea>',
  '<textarea>&#60;img src=x onerror=alert(1)&#x3e;</textarea>',
  '<textarea>&lt;img src=x onerror=alert(1)&gt;',
  '<textarea><textarea>&lt;img src=x onerror=alert(1)&gt;</textarea>&lt;svg onload=alert(1)&gt;</textarea>',
  '<textarea>&amp;amp;lt;script&amp;amp;gt;alert(1)</textarea>',
  '<svg><textarea>&lt;img src=x onerror=alert(1)&gt;</svg></textarea>',
  '<textarea></textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp>&lt;script&gt;alert(1)&lt;/script&gt;</xmp>',
  '<xmp><p title="</xmp><svg/onload=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<noembed><p title="</noembed><img src=x onerror=alert(1)>">',
  '<noframes><p title="</noframes><img src=x onerror=alert(1)>">',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<plaintext><script>alert(1)</script>',
  '<option>&lt;img src=x onerror=alert(1)&gt;</option>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<video><source onerror="alert(1)"></video>',
  '<video src=x onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)></audio>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<table background="javascript:alert(1)"><td background="javascript:alert(1)">x</td></table>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<form action="javascript:alert(1)"><input type=submit></form>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java\0script:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="java&Tab;script&colon;alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="java<!-- -->script:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="blob:https://acme.example/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="x" onmouseover=alert(1)>x</a>',
  '<a href="x"onmouseover="alert(1)">x</a>',
  '<a href="x" ping="https://evil.example">x</a>',
  '<a id=x tabindex=1 onfocus=alert(1)></a>',
  '<p id="config" class="x" data-x="y">x</p>',
  '<b onmouseover=alert(1)>x</b>',
  '<x onclick=alert(1)>x</x>',
  '<br size="&{alert(1)}">',
  '<time datetime="x" onclick="alert(1)">x</time>',
  '<p title="x" lang="&quot; onclick=&quot;alert(1)">x</p>',
  '<img alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" src="cid:x">',
  '<img src="cid:x" alt="``onerror=alert(1)">',
  '<p><![CDATA[</p><img src=x onerror=alert(1)>]]></p>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)',
];

describe('an attack', () => {
  // @proves D-4-30
  it.each(PAYLOADS)('has no effect: %s', (payload) => {
    for (const html of [payload, `<p>before</p>${payload}<p>after</p>`, `<p title='${payload}'>x</p>`]) {
      expect(dangersIn(cleanDescription(html))).toEqual([]);
    }
  });

  it.each(PAYLOADS)('that was cleaned is not changed by cleaning it again: %s', (payload) => {
    const cleaned = cleanDescription(payload);
    expect(cleanDescription(cleaned)).toBe(cleaned);
  });
});

const PIECES = [
  ' ', '\n', '\0', 'x', 'ü', '🙂', '<a href=', '<img src=', ' onerror=', 'javascript:', 'https://a', '<![CDATA[',
  ...`< > " ' / = & &lt; &gt; &#60; &amp; &#x26; lt; &nbsp; <!-- -->`.split(' '),
  ...'<p <p> </p> <script> </script> <svg> </svg> <style> </style> <textarea> </textarea> <title> </title>'.split(' '),
  ...'<xmp> </xmp> <div> </div> <h1> </h1> <ul> </ul> <li> </li> <table> <tr> <td> <form> <select>'.split(' '),
  ...'<math> <noscript> </noscript> <option> <template> <b> </b>'.split(' '),
]; // prettier-ignore
const markup = fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((parts) => parts.join(''));

describe('every text', () => {
  it('is harmless once it was cleaned', () => {
    fc.assert(
      fc.property(markup, (html) => {
        expect(dangersIn(cleanDescription(html))).toEqual([]);
      }),
      { numRuns: size({ here: 600, long: 3_000 }) },
    );
  });

  it('that was cleaned stays the same when it is cleaned again', () => {
    fc.assert(
      fc.property(markup, (html) => {
        const { html: cleaned, problem } = CleanDescription.of(html);
        fc.pre(problem === null);
        expect(cleanDescription(cleaned)).toBe(cleaned);
      }),
      { numRuns: size({ here: 600, long: 3_000 }) },
    );
  });

  it('survives when it is text and no markup', () => {
    const escape = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(cleanDescription(`<p>${escape(text)}</p>`)).toBe(`<p>${escape(text)}</p>`);
      }),
    );
  });

  it('is cleaned quickly, however it is nested', () => {
    const hostile = [
      '<b>'.repeat(40_000),
      '<x>'.repeat(40_000),
      '<'.repeat(260_000),
      '<a href="'.repeat(29_000),
    ];
    for (const html of hostile) {
      const before = process.cpuUsage();
      cleanDescription(html);
      expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
    }
  });

  it('keeps the words below the deepest tags', () => {
    expect(cleanDescription(`${'<div>'.repeat(1_000)}deep${'</div>'.repeat(1_000)}`)).toContain('deep');
  });
});
