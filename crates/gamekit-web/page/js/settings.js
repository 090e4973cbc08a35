// Settings that the browser keeps between visits.

export function load(name) {
  try { return JSON.parse(localStorage.getItem(`gamekit-${name}`)) ?? {}; } catch { return {}; }
}

export function store(name, value) {
  try { localStorage.setItem(`gamekit-${name}`, JSON.stringify(value)); } catch { /* private mode */ }
}
