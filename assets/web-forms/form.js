// Improves the page of a form, which works without it: it does the proof of work, shows chosen files, checks as the reader goes, and
// sends a form once only.
(() => {
  'use strict';
  const form = document.querySelector('form');
  document.getElementById('summary')?.focus();
  if (!form) return;

  const button = form.querySelector('button[type="submit"]');
  const label = button.textContent;
  const readyAt = performance.now() + Number(form.dataset.wait);
  form.noValidate = true;

  /** Finds the number that, behind the salt, has the digest of the challenge. Browsers have digests on safe pages only (https, localhost). */
  async function solve({ algorithm, challenge, salt, signature, maxnumber }) {
    const encoder = new TextEncoder();
    const BATCH = 500;
    for (let from = 0; from <= maxnumber; from += BATCH) {
      const tries = Array.from({ length: BATCH }, (_, index) =>
        crypto.subtle.digest('SHA-256', encoder.encode(salt + (from + index))),
      );
      const found = (await Promise.all(tries)).findIndex((digest) => hex(digest) === challenge);
      if (found >= 0)
        return btoa(JSON.stringify({ algorithm, challenge, number: from + found, salt, signature }));
    }
    return '';
  }

  const hex = (digest) =>
    Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');

  async function prove() {
    const { challenge } = form.dataset;
    if (!challenge || form.elements.proof.value !== '' || !globalThis.crypto?.subtle) return;
    form.elements.proof.value = await solve(JSON.parse(challenge)).catch(() => '');
  }

  let proof;
  const startProof = () => (proof ??= prove());
  form.addEventListener('focusin', startProof, { once: true });

  /** Says at a control what is wrong with it, in the words that the page brought along. */
  function judge(control) {
    const { validity, dataset } = control;
    const wrong = control === files ? wrongFiles() : validity.valid ? '' : dataset.wrong;
    const text = validity.valueMissing ? dataset.missing : wrong;
    say(control, text ?? '');
    return !text;
  }

  function say(control, text) {
    const id = `${control.id}-error`;
    const box = control.closest('.control');
    let note = document.getElementById(id);
    if (text === '') {
      note?.remove();
      control.removeAttribute('aria-invalid');
    } else {
      if (!note) {
        note = Object.assign(document.createElement('p'), { id, className: 'error' });
        (control.closest('.choice') ?? control).before(note);
      }
      note.textContent = text;
      control.setAttribute('aria-invalid', 'true');
    }
    box.classList.toggle('wrong', text !== '');
    const others = (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter((one) => one && one !== id);
    const all = text === '' ? others : [...others, id];
    if (all.length > 0) control.setAttribute('aria-describedby', all.join(' '));
    else control.removeAttribute('aria-describedby');
  }

  const files = form.querySelector('input[type="file"]');

  /** Says which of the chosen files the service would refuse, before they are sent. */
  function wrongFiles() {
    const { bytes, count, large, many } = files.dataset;
    const chosen = [...files.files];
    const tooLarge = chosen.filter(({ size }) => size > Number(bytes));
    const texts = tooLarge.map(({ name }) => large.replace('{name}', () => name));
    return [...(chosen.length > Number(count) ? [many] : []), ...texts].join(' ');
  }

  const judged = () =>
    [...form.elements].filter((control) => control.dataset.missing !== undefined || control === files);
  form.addEventListener('focusout', ({ target }) => {
    if (target.dataset.missing !== undefined && target.value !== '') judge(target);
  });
  form.addEventListener('input', ({ target }) => {
    if (target.getAttribute('aria-invalid') === 'true' && target.dataset.missing !== undefined) judge(target);
  });

  /** Shows the chosen files by name and size, and pictures as pictures. */
  files?.addEventListener('change', () => {
    const list = files.parentElement.querySelector('.previews');
    for (const picture of list.querySelectorAll('img')) URL.revokeObjectURL(picture.src);
    list.replaceChildren(...Array.from(files.files, preview));
    list.hidden = files.files.length === 0;
    judge(files);
  });

  function preview(file) {
    const item = document.createElement('li');
    if (/^image\/(png|jpeg|gif|webp|avif)$/.test(file.type))
      item.append(Object.assign(document.createElement('img'), { src: URL.createObjectURL(file), alt: '' }));
    item.append(
      Object.assign(document.createElement('span'), { textContent: `${file.name}, ${inWords(file.size)}` }),
    );
    if (file.size > Number(files.dataset.bytes)) item.className = 'large';
    return item;
  }

  /** A size, rounded up: a file that is too large must not look as if it fitted. */
  function inWords(bytes) {
    const [unit, size] = bytes < 1024 * 1024 ? ['kB', bytes / 1024] : ['MB', bytes / (1024 * 1024)];
    const digits = unit === 'MB' ? 10 : 1;
    return `${(Math.ceil(size * digits) / digits).toLocaleString(document.documentElement.lang)} ${unit}`;
  }

  let isSending = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    const wrong = judged().filter((control) => !judge(control));
    if (wrong.length > 0) {
      wrong[0].focus();
      return;
    }
    isSending = true;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = form.dataset.sending;
    const wait = new Promise((done) => setTimeout(done, Math.max(readyAt - performance.now(), 0)));
    Promise.all([startProof(), wait]).then(() => form.submit());
  });

  // The page of before, which a browser shows again when its reader goes back.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    isSending = false;
    button.removeAttribute('aria-disabled');
    button.textContent = label;
  });
})();
