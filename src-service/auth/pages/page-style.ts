/** Styles for pages in any browser, with the colours and sizes of the app (`src-renderer/styles/tokens.css`). */
export const pageStyle = `
:root{color-scheme:light dark;--back:light-dark(#e9e9e9,#131313);--raised:light-dark(#fff,#232323);
--hover:light-dark(#f0f0f0,#2e2e2e);--line:light-dark(#d6d6d6,#3a3a3a);--control:light-dark(#878787,#737373);
--text:light-dark(#171717,#ececec);--soft:light-dark(#4d4d4d,#b4b4b4);--accent:light-dark(#1f5fd8,#2f6cec);
--accent-hover:light-dark(#184fba,#3f79f2);--accent-text:light-dark(#1a52be,#86adff);
--tint:light-dark(#dde8fc,#1d2b49);--bad:light-dark(#b92525,#ff8078);--focus:light-dark(#1f5fd8,#86adff)}
*{box-sizing:border-box;margin:0}
body{background:var(--back);color:var(--text);font:400 15px/1.5 Inter,system-ui,sans-serif;
min-height:100vh;display:grid;place-items:center;padding:24px 16px}
main{width:100%;max-width:416px;background:var(--raised);border:1px solid var(--line);border-radius:12px;
padding:32px;box-shadow:0 1px 2px rgb(0 0 0/6%),0 12px 32px rgb(0 0 0/8%)}
main.wide{max-width:608px}
.brand{display:flex;align-items:center;gap:8px;font-weight:600;font-size:13px;color:var(--soft);margin-bottom:24px}
.brand svg{width:20px;height:20px}
h1{font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere}
p{color:var(--soft);margin-top:8px;overflow-wrap:anywhere}
p.bad{color:var(--bad);font-size:13px;line-height:20px}
strong{color:var(--text);font-weight:600}
form{margin:0}
label{display:block;font-weight:600;margin:24px 0 4px}
input:not([type=hidden]){display:block;width:100%;padding:9px 12px;margin-bottom:4px;color:inherit;background:transparent;
font:400 15px/20px 'JetBrains Mono',ui-monospace,monospace;letter-spacing:.08em;text-transform:uppercase;
border:1px solid var(--control);border-radius:8px}
.choices{display:grid;gap:8px;margin-top:24px}
button{white-space:nowrap;font:inherit;color:inherit;cursor:pointer;border-radius:8px}
button:focus-visible,a:focus-visible,input:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.person{white-space:normal;display:flex;align-items:center;gap:12px;width:100%;text-align:left;padding:12px;
background:transparent;border:1px solid var(--line)}
.person:hover{background:var(--hover);border-color:var(--control)}
.person span:last-child{min-width:0}
.person b,.person small{display:block;overflow-wrap:anywhere}
.person b{font-weight:600}
small{font-size:13px;line-height:20px;color:var(--soft)}
.badge{flex:none;width:40px;height:40px;border-radius:50%;display:grid;place-items:center;font-weight:600;
background:var(--tint);color:var(--accent-text)}
.facts{list-style:none;padding:0;margin-top:24px;border-top:1px solid var(--line)}
.facts li{padding:12px 0;border-bottom:1px solid var(--line);display:flex;gap:12px;align-items:flex-start}
.facts svg{flex:none;width:20px;height:20px;margin-top:1px;color:var(--accent-text)}
.facts b{display:block;font-weight:600}
.facts small{display:block}
.actions{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin-top:24px}
.actions button,.plain{padding:9px 16px;font-weight:550;border:1px solid var(--control);background:transparent}
.actions button:hover,.plain:hover{background:var(--hover)}
.actions .go{background:var(--accent);border-color:var(--accent);color:#fff}
.actions .go:hover{background:var(--accent-hover)}
.note{font-size:13px;line-height:20px;margin-top:16px}
.plain{padding:5px 12px;font-size:13px}
.plain.bad{color:var(--bad);border-color:currentcolor}
.apps li{align-items:center;justify-content:space-between}
.apps li>div{min-width:0;overflow-wrap:anywhere}
.apps form{flex:none}
.foot{display:flex;justify-content:space-between;align-items:center;gap:12px;margin-top:24px}
.foot small{min-width:0;overflow-wrap:anywhere}
code{font:400 13px/20px 'JetBrains Mono',ui-monospace,monospace;overflow-wrap:anywhere}
@media (max-width:420px){body{padding:0;place-items:stretch}main{border:0;border-radius:0;box-shadow:none;
padding:24px 20px}.actions{grid-template-columns:1fr}.actions .go{order:-1}}
`;
