// The page: tabs, settings, files and the address.

import { init, readRecord, gameOfFile, ReversiBook } from '../gamekit/gamekit.js';
import { readAddress } from './address.js';
import { clearMessages, message } from './dom.js';
import { lang, setLanguage, t, translate } from './i18n.js';
import { ReversiView } from './reversi.js';
import { load, store } from './settings.js';
import { ShogiView } from './shogi.js';

const byId = (id) => document.getElementById(id);
const GAMES = ['reversi', 'shogi'];
const MOST_BYTES = 64 << 20;

class App {
  constructor() {
    this.settings = { language: navigator.language?.startsWith('ja') ? 'ja' : 'en', theme: 'auto', game: 'reversi', ...load('page') };
    this.views = {};
    this.modules = {};
    this.loading = {};
    this.applySettings();
  }

  async start() {
    this.listen();
    if (!await this.route()) return;
    document.documentElement.dataset.ready = 'true';
    this.goOffline();
  }

  /** Loads the program of a game. The workers use the same compiled module. */
  load(game) {
    this.loading[game] ??= (async () => {
      this.modules[game] = await compile(new URL(`../gamekit/gamekit_${game}_bg.wasm`, import.meta.url));
      await init({ [game]: this.modules[game] });
    })();
    this.loading[game].catch(() => { this.loading[game] = undefined; });
    return this.loading[game];
  }

  applySettings() {
    const { language, theme } = this.settings;
    setLanguage(language);
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    translate();
    byId('theme').setAttribute('aria-label', t('theme'));
    byId('theme').title = t('theme');
    const other = byId('language');
    other.textContent = language === 'ja' ? 'English' : '日本語';
    other.lang = language === 'ja' ? 'en' : 'ja';
  }

  set(name, value) {
    this.settings[name] = value;
    store('page', this.settings);
    this.applySettings();
  }

  listen() {
    for (const game of GAMES) byId(`tab-${game}`).addEventListener('click', () => this.change(game));
    document.querySelector('.tabs').addEventListener('keydown', (event) => {
      if (!['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      const game = this.game === 'reversi' ? 'shogi' : 'reversi';
      byId(`tab-${game}`).focus();
      this.change(game);
    });
    byId('language').addEventListener('click', () => {
      this.set('language', lang() === 'ja' ? 'en' : 'ja');
      this.rebuild();
    });
    byId('theme').addEventListener('click', () => {
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
      const now = this.settings.theme === 'auto' ? (isDark ? 'dark' : 'light') : this.settings.theme;
      this.set('theme', now === 'dark' ? 'light' : 'dark');
    });
    addEventListener('hashchange', () => this.route());
    addEventListener('keydown', (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest('input, select, textarea, dialog')) return;
      if (this.views[this.game]?.key(event)) event.preventDefault();
    });
    this.listenForFiles();
  }

  /** Builds both views again, in the new language, with their games. */
  rebuild() {
    const { game } = this;
    const hash = location.hash;
    for (const name of Object.keys(this.views)) {
      const old = this.views[name];
      old.hide();
      const next = this.make(name);
      this.views[name] = next;
      next.open(old.game, name === 'reversi' ? old.ply : old.node);
    }
    this.show(game);
    if (location.hash !== hash) history.replaceState(null, '', hash);
  }

  make(game) { return new (game === 'reversi' ? ReversiView : ShogiView)(byId(game), this); }

  view(game) { return (this.views[game] ??= this.make(game)); }

  isShown(view) { return this.views[this.game] === view; }

  /** Loads a game if it is not loaded, then shows it. Returns whether it is shown. */
  async change(game) {
    byId('loading').hidden = Boolean(this.modules[game]) || Boolean(this.game);
    try {
      await this.load(game);
    } catch (error) {
      if (this.game) {
        message(t('failed', error.message), { kind: 'error', actions: [{ label: t('again'), run: () => this.change(game) }] });
      } else {
        byId('loading').textContent = t('failed', error.message);
        byId('loading').classList.add('error');
      }
      return false;
    }
    byId('loading').hidden = true;
    this.show(game);
    return true;
  }

  show(game) {
    if (this.game && this.game !== game) this.views[this.game].hide();
    this.game = game;
    this.settings.game = game;
    store('page', this.settings);
    for (const name of GAMES) {
      const tab = byId(`tab-${name}`);
      tab.setAttribute('aria-selected', String(name === game));
      tab.tabIndex = name === game ? 0 : -1;
      byId(name).hidden = name !== game;
    }
    document.title = `${t(game)} · gamekit`;
    this.view(game).refresh();
  }

  /** Shows what the address names. */
  async route() {
    const address = readAddress(location.hash);
    const game = address?.game ?? this.settings.game;
    if (!address) return this.change(game);
    try {
      await this.load(game);
    } catch {
      return this.change(game);
    }
    const view = this.view(game);
    try {
      if (address.text || address.moves?.length || address.start) view.openAddress(address);
    } catch (error) {
      message(t('wrongAddress', error.message), { kind: 'error' });
    }
    return this.change(game);
  }

  // Files.

  listenForFiles() {
    const dialog = byId('opener');
    const paste = byId('paste');
    const fault = byId('paste-error');
    byId('open').addEventListener('click', () => {
      fault.hidden = true;
      dialog.showModal();
      paste.focus();
    });
    byId('paste-read').addEventListener('click', async () => {
      const text = paste.value;
      const error = await this.read('', new TextEncoder().encode(text), { isQuiet: true });
      fault.hidden = !error;
      fault.textContent = error ?? '';
      if (!error) { dialog.close(); paste.value = ''; }
    });
    byId('choose-file').addEventListener('click', () => byId('file').click());
    byId('file').addEventListener('change', async (event) => {
      dialog.close();
      await this.readFiles([...event.target.files]);
      event.target.value = '';
    });
    let depth = 0;
    const hasFile = (event) => [...event.dataTransfer.types].some((type) => type === 'Files' || type === 'text/plain');
    addEventListener('dragenter', (event) => { if (hasFile(event)) { depth += 1; byId('dropzone').hidden = false; } });
    addEventListener('dragleave', () => { depth = Math.max(0, depth - 1); if (depth === 0) byId('dropzone').hidden = true; });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', async (event) => {
      event.preventDefault();
      depth = 0;
      byId('dropzone').hidden = true;
      const files = [...event.dataTransfer.files];
      const text = event.dataTransfer.getData('text/plain');
      if (files.length) await this.readFiles(files);
      else if (text) this.read('', new TextEncoder().encode(text));
    });
    addEventListener('paste', (event) => {
      if (event.target.closest('input, textarea, dialog')) return;
      const files = [...event.clipboardData.files];
      const text = event.clipboardData.getData('text/plain');
      if (files.length) this.readFiles(files);
      else if (text.trim()) this.read('', new TextEncoder().encode(text));
    });
  }

  /** Reads dropped files. The name files of WTHOR (.jou, .trn) give names to the games. */
  async readFiles(files) {
    const names = {};
    const rest = [];
    for (const file of files) {
      if (file.size > MOST_BYTES) {
        message(`${file.name}: > ${MOST_BYTES >> 20} MB`, { kind: 'error' });
        continue;
      }
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (/\.jou$/i.test(file.name)) names.players = bytes;
      else if (/\.trn$/i.test(file.name)) names.tournaments = bytes;
      else rest.push([file.name, bytes]);
    }
    this.names = { ...this.names, ...names };
    if (rest.length === 0 && this.lastWthor) rest.push(this.lastWthor);
    for (const [name, bytes] of rest.slice(0, 1)) await this.read(name, bytes);
  }

  /** Reads a file or a text and shows it. Returns the error, or nothing. */
  async read(name, bytes, { lenient = false, isQuiet = false } = {}) {
    clearMessages();
    const fallback = this.game;
    let game = fallback;
    try {
      // A file of either game may be dropped on either board.
      await Promise.all(GAMES.map((one) => this.load(one)));
      game = gameOfFile(name, bytes) ?? fallback;
      const file = readRecord(bytes, { name, game, lenient, ...(game === 'reversi' ? this.names : {}) });
      if (file.format === 'wthor') this.lastWthor = [name, bytes];
      this.show(game);
      this.views[game].openFile(file, name || t('open'));
      message(t('opened', name || t('pasteLabel'), file.format.toUpperCase()), { seconds: 3 });
      return undefined;
    } catch (error) {
      const text = String(error.message ?? error);
      if (!isQuiet) {
        const again = { label: t('lenient'), run: () => this.read(name, bytes, { lenient: true }) };
        message(text, { kind: 'error', title: name || t('pasteLabel'), actions: game === 'shogi' && !lenient && /line \d/.test(text) ? [again] : [] });
      }
      return text;
    }
  }

  /** Loads the opening book once. */
  loadBook() {
    this.bookLoading ??= (async () => {
      const response = await fetch(new URL('../data/reversi.book', import.meta.url));
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      this.book = new ReversiBook(new Uint8Array(await response.arrayBuffer()));
    })();
    this.bookLoading.catch(() => { this.bookLoading = undefined; });
    return this.bookLoading;
  }

  async goOffline() {
    if (!('serviceWorker' in navigator)) return;
    try {
      await navigator.serviceWorker.register(new URL('../sw.js', import.meta.url));
      const registration = await navigator.serviceWorker.ready;
      navigator.serviceWorker.addEventListener('message', ({ data }) => {
        if (data === 'offline-ready') document.documentElement.dataset.offline = 'true';
      });
      if (navigator.connection?.saveData) return;
      setTimeout(() => registration.active?.postMessage('cache-data'), 2000);
    } catch { /* the page works without a service worker */ }
  }
}

async function compile(url) {
  const response = fetch(url);
  try {
    return await WebAssembly.compileStreaming(response);
  } catch {
    // A server may send a wrong content type.
    const again = await (await fetch(url)).arrayBuffer();
    return WebAssembly.compile(again);
  }
}

const app = new App();
window.gamekit = app;
app.start();
