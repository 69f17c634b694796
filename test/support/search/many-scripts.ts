// Words of many scripts, and tickets that are made of them.
import type { Kind, SearchedTicket } from './brute-force.js';

/** Picks a number from 0 to below a bound. */
export type Picker = (below: number) => number;

/** Words that are found whole. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  english: words(
    'refund invoice printer password account order delivery broken login screen payment urgent thanks please cannot open',
  ),
  german: words('Straße Größe Rechnung Überweisung Lieferung kaputt Müller grüßen Fußball öffnen Zähler'),
  french: words('été déjà reçu œuvre naïve garçon château façade élève cœur où'),
  spanish: words('Málaga niño corazón pingüino mañana año contraseña'),
  nordic: words('Søren Åse smørrebrød Þór ærlig fjörður Kjærlighed'),
  polish: words('Łódź źdźbło żółw ręcznik święto'),
  turkish: words('ışık İstanbul şifre çağrı güncelleme'),
  vietnamese: words('Việt hóa đơn trả lại hoàn tiền địa chỉ đường'),
  greek: words('λόγος τιμολόγιο κωδικός ΣΊΣΥΦΟΣ παράδοση'),
  russian: words('счёт ёлка заказ возврат пароль Москва й йод'),
  arabic: words('فاتورة طلب كتاب مُحَمَّد كَلِمَة مرور'),
  hebrew: words('חשבונית שָׁלוֹם הזמנה סיסמה'),
  hindi: words('चालान भुगतान पासवर्ड हिन्दी आदेश'),
  korean: words('환불 청구서 비밀번호 주문 한국어'),
  signs: words('😀 🚀 ☎'),
};

/** Scripts without spaces: any part of a text is found. */
const DENSE: readonly string[] = [
  ...['请退款给我', '我的订单还没有到', '打印机坏了怎么办', '无法登录我的账户', '发票金额不对'],
  ...['請求書を送ってください', 'パスワードを忘れました', 'プリンターが壊れています', 'ログインできません'],
  ...['ขอเงินคืน', 'ใบแจ้งหนี้ไม่ถูกต้อง', 'ลืมรหัสผ่าน', 'เครื่องพิมพ์เสีย'],
];

/** What has parts: it is found whole, and by its parts. */
const COMPOUNDS: readonly ((n: number) => string)[] = [
  (n) => `ORD-${2020 + (n % 6)}-${String(n % 400).padStart(4, '0')}`,
  (n) => `john${n % 300}@acme.example`,
  (n) => `https://shop.example/items/${n % 500}?page=2`,
  (n) => `192.168.${n % 16}.${n % 200}`,
  (n) => `INV/${n % 900}`,
  (n) => `#${n % 2_000}`,
  (n) => `v2.${n % 40}.1`,
  (n) => `+49 30 ${1_000_000 + (n % 700)}`,
  (n) => `uid${(n % 5_000).toString(36)}x`,
  (n) => `o'neil${n % 20}`,
  (n) => `第${n % 90}号`,
];

function words(list: string): string[] {
  return list.split(' ');
}

const LANGUAGES = Object.keys(WORDS);
const pick = <T>(random: Picker, items: readonly T[]): T => items[random(items.length)] as T;

/** The first words of a list come far more often than the last ones. */
function skewed<T>(random: Picker, items: readonly T[]): T {
  return items[Math.min(random(items.length), random(items.length))] as T;
}

/** A few words of one language, with something that has parts now and then. */
export function aText(random: Picker, length: number): string {
  const language = pick(random, LANGUAGES);
  const parts = Array.from({ length }, () => {
    const kind = random(10);
    if (kind === 0) return pick(random, COMPOUNDS)(random(10_000));
    if (kind === 1) return pick(random, DENSE);
    return skewed(random, WORDS[kind < 8 ? language : pick(random, LANGUAGES)] ?? []);
  });
  return parts
    .map((part) => part + pick(random, [' ', ' ', ' ', ', ', '. ', ' - ', ' (', ') ']))
    .join('')
    .trim();
}

/** A ticket with its line of an import: texts as HTML, and as a person reads them. */
export interface ScriptedTicket extends SearchedTicket {
  readonly line: Readonly<Record<string, unknown>>;
  readonly properties: Readonly<Record<string, string>>;
}

/** The same text as HTML: a letter in the middle of a word may be bold, which parts no word. */
function markedUp(random: Picker, plain: string): string {
  const letters = Array.from(plain);
  const at = random(letters.length);
  const bold = letters.map((letter, index) => (index === at ? `<b>${letter}</b>` : letter)).join('');
  return pick(random, [plain, bold, `<i>${bold}</i>`, `<span>${plain}</span>`]);
}

const STATUSES = ['new', 'open', 'closed'];
const PRIORITIES = ['low', 'medium', 'high'];
const TAGS = ['vip', 'beta', 'two words'];
const CUSTOMER = 'someone@customer.example';
const STARTED = Date.UTC(2024, 0, 1);

/** A comment, as a text and as a part of a line. */
function aScriptedComment(random: Picker, agent: string, created_at: string) {
  const [plain, isNote] = [aText(random, 1 + random(20)), random(4) === 0];
  const author_email = isNote || random(2) === 0 ? agent : CUSTOMER;
  const kind: Kind = isNote ? 'note' : 'reply';
  const content = pick(random, [
    `<p>${markedUp(random, plain)}</p>`,
    `<ul><li>${markedUp(random, plain)}</li></ul>`,
  ]);
  return { text: { kind, plain }, line: { author_email, comment_type: kind, content, created_at } };
}

/** The ticket with a number. `agent` writes notes and some replies. The newest ticket has the highest number. */
export function aScriptedTicket(random: Picker, number: number, agent: string): ScriptedTicket {
  const at = (minutes: number): string =>
    new Date(STARTED + number * 3_600_000 + minutes * 60_000).toISOString();
  const subject = Array.from(aText(random, 1 + random(5)))
    .slice(0, 200)
    .join('');
  const paragraphs = [aText(random, random(14)), aText(random, random(9))];
  const comments = Array.from({ length: random(4) }, (_, index) =>
    aScriptedComment(random, agent, at(index + 1)),
  );
  const [status, priority, tag] = [pick(random, STATUSES), pick(random, PRIORITIES), pick(random, TAGS)];
  return {
    ...{ number, properties: { status, priority, tag } },
    texts: [
      { kind: 'subject', plain: subject },
      { kind: 'description', plain: paragraphs.join(' ') },
      ...comments.map(({ text }) => text),
    ],
    line: {
      ...{ email: CUSTOMER, subject, status, priority, tags: [tag], created_at: at(0) },
      description: paragraphs.map((plain) => `<p>${markedUp(random, plain)}</p>`).join(''),
      comments: comments.map(({ line }) => line),
    },
  };
}
