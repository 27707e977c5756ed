/**
 * Redirect values that must never be followed (threat D1): what is known to get past careless checks, for the tests of
 * the rule, of the service and of the app in a browser.
 */

/** The place that most of the values try to reach. No request may ever reach it. */
export const hostileHost = 'evil.test';

/**
 * The values, apart by blanks. EVIL: the hostile host. SELF: an origin that may be followed, WEB: its scheme, HOST,
 * NAME and PORT (`:8443` or nothing) its parts. APP: the desktop app's scheme. The others: see `meanings`.
 */
const written = String.raw`
  https://EVIL https://EVIL/ https://EVIL/login https://EVIL?a=1 https://EVIL#a https://EVIL:443 https://EVIL. http://EVIL
  ftp://EVIL ws://EVIL wss://EVIL gopher://EVIL ssh://EVIL https:EVIL https:/EVIL https:///EVIL https:////EVIL https:\EVIL
  https:\\EVIL https:/\EVIL https:\/EVIL http:EVIL http:/EVIL http:\\EVIL http:///EVIL
  //EVIL ///EVIL ////EVIL /////EVIL /\EVIL \/EVIL \\EVIL \\\EVIL /\/EVIL \EVIL /\\/EVIL EVIL www.EVIL EVIL/login EVIL:443
  @EVIL .EVIL ?//EVIL #//EVIL ://EVIL :https://EVIL ;//EVIL ,https://EVIL .//EVIL ..//EVIL ./ ../ ? # login ./login .. .

  WEB//HOST:@EVIL WEB//HOST@EVIL WEB//HOST:x@EVIL WEB//HOST%40EVIL WEB//HOST%3a@EVIL WEB//HOST%2f@EVIL WEB//HOST%5c@EVIL
  WEB//HOST%23@EVIL WEB//HOST%3f@EVIL WEB//HOST%00@EVIL WEB//HOST&@EVIL WEB//HOST;@EVIL WEB//HOST!@EVIL WEB//HOST+@EVIL
  WEB//HOST.EVIL WEB//HOST-EVIL WEB//HOST\@EVIL WEB//HOST\.EVIL WEB//EVIL\@HOST WEB//EVIL#@HOST WEB//EVIL?@HOST
  WEB//EVIL/@HOST WEB//EVIL/SELF WEB//EVIL?SELF WEB//EVIL#SELF WEB//EVIL%2fHOST WEB//EVIL%5cHOST WEB//EVIL%00.HOST
  WEB//EVIL&HOST WEB//EVIL;HOST WEB//EVIL,HOST WEB//user@HOST/ WEB//user:pass@HOST/ WEB//:@HOST/ WEB//@HOST/
  WEB//EVIL@HOST/ WEB//HOST@HOST/ WEB//%EVIL@HOST/

  OTHER//HOST/ WEB//NAME:1/ WEB//NAME:65535/ WEB//NAME:99999/ WEB//NAME:/ WEB//NAME.PORT/ WEB//NAME..PORT/ WEB//.HOST/
  WEB//x.HOST/ WEB//xHOST/ WEB//NAMExPORT/ WEB//xn--HOST/ WEB//*.HOST/ WEB//*/ WEB//[::1]/ WEBHOST/ WEB/HOST/ WEB///HOST/
  WEB\\HOST/ WEB/\HOST/ //HOST/ HOST/ SELF\ SELF\..\ SELF/\EVIL SELF/a\b view-source:SELF/ SELF,https://EVIL SELF;EVIL
  SELFCOLON443/ SELFDOT/ SELFDOTEVIL SELFATEVIL SELFSTOPEVIL SELFSTOP/ WEB//UPPERPORT/ LOUD//HOST/ WEB//PERCENT/
  WEB//ALIKE/

  SELF//EVIL SELF///EVIL SELF/%2fEVIL SELF/%2FEVIL SELF/%5cEVIL SELF/%5CEVIL SELF/.//EVIL SELF/..//EVIL SELF/./%2fEVIL
  SELF/%2e//EVIL SELF/x/..//EVIL SELF/%2e%2e//EVIL /%2fEVIL /%2FEVIL /%5cEVIL /%5CEVIL /.//EVIL /..//EVIL /%2e//EVIL
  /./%2fEVIL /x/..//EVIL /%2f%2fEVIL /%5c%5cEVIL /.\EVIL /x\..\\EVIL

  /auth /auth/ /auth/v1/saml/c/login /auth/v1/saml/c/start /auth/v1/saml/c/logout /auth/v1/users/email-change?token=x
  /x/../auth/v1/saml/c/login /%61uth/v1/saml/c/login /auth%2fv1/saml/c/login /AUTH/v1/saml/c/login /./auth/v1/saml/c/login
  /%2e/auth/v1/saml/c/login /%41uth/v1/saml/c/start?redirect_uri=https://EVIL SELF/auth SELF/auth/v1/saml/c/login
  SELF/auth/v1/saml/c/start?redirect=https://EVIL SELF/auth/v1/saml/c/logout#x SELF/a/../auth/v1/saml/c/login
  SELF/a/%2e%2e/auth/v1/saml/c/login SELF/%61%75%74%68/v1/saml/c/login SELF/auth;x/v1/saml/c/login SELF/auth/v9/later
  /stand-in/google/authorize SELF/stand-in/idp/sso

  %2f%2fEVIL %2F%2FEVIL %252f%252fEVIL %2fEVIL %5cEVIL %5c%5cEVIL %09//EVIL %00//EVIL %0d%0aLocation:%20//EVIL
  https%3a//EVIL https%3A%2F%2FEVIL https%253a%252f%252fEVIL %68ttps://EVIL https://%65vil.test https://evil%2etest
  https://evil%252etest &#47;&#47;EVIL \u002f\u002fEVIL \x2f\x2fEVIL SLASHSLASHEVIL /SLASHEVIL SLASH/EVIL SELF/SLASHEVIL httpsCOLON//EVIL
  https:SLASHSLASHEVIL FRACTIONFRACTIONEVIL DIVISIONDIVISIONEVIL https://evilSTOPtest https://evilDOTtest
  https://EVILSTOP https://xn--vil-8ma.test HTTPS://EVIL hTTps://EVIL
  http://2130706433/ http://0x7f000001/ http://0177.0.0.1/ http://127.1/ http://127.0.0.1/ http://169.254.169.254/
  http://0/ http://[::]/ http://[::ffff:7f00:1]/

  javascript:alert(1) JavaScript:alert(1) javascript://%0aalert(1) javascript: java%73cript:alert(1) javascript&colon;alert(1)
  javascript://HOST/%0aalert(1) javascript:location='//EVIL' javascript:/*SELF*/alert(1) data:,x data:text/html;base64,PHA+
  data:text/html,<script>alert(1)</script> vbscript:x blob:SELF/0-0-0-0-0 filesystem:SELF/temporary/x file:///etc/passwd
  about:blank about:srcdoc mailto:a@EVIL tel:+15550100 sms:+15550100 intent://EVIL#Intent;end chrome://settings feed:SELF
  jar:https://EVIL!/ ms-word:ofe|u|https://EVIL x: : :: null undefined 0 {} [] __proto__ constructor

  APPhttps://EVIL APPjavascript:alert(1) APP//https://EVIL APP//javascript:x APPEVIL APP///EVIL APP////EVIL APP//user@open
  APP//user:x@open APP//open:1/ APP//open//x APP//open\x APP\\open APP/\open APP//[::1]/ APP//open%2f/ APP//%6fpen APP/open
  APP xAPP//open web+APP//open SHOUTED//open APP//open@EVIL APP//EVIL:443/ APPAPP//open
`;

/** Characters that some software folds into those of an address, by their numbers: this file contains none of them. */
const letters: Record<string, number> = {
  SLASH: 0xff0f,
  COLON: 0xff1a,
  DOT: 0xff0e,
  STOP: 0x3002,
  FRACTION: 0x2044,
  DIVISION: 0x2215,
};

/** Controls, blanks and marks that are invisible, turn the writing round, or that a browser drops. */
const oddCharacters = [
  0x00, 0x01, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b, 0x1f, 0x7f, 0x85, 0xa0, 0xad, 0x200b, 0x200e, 0x2028,
  0x202e, 0x2060, 0x3000, 0xfeff, 0xd800,
].map((code) => String.fromCharCode(code));

/**
 * @param origin an origin that may be followed, such as `https://dash.corp.test`
 * @param desktop the desktop app's deep link, such as `northline://open`
 */
export function hostileRedirects({ origin, desktop }: { origin: string; desktop: string }): string[] {
  const { protocol, host, hostname, port } = new URL(origin);
  const app = desktop.slice(0, desktop.indexOf(':') + 1);
  const first = hostname.charCodeAt(0);
  const meanings: Record<string, string> = {
    ...Object.fromEntries(Object.entries(letters).map(([name, code]) => [name, String.fromCharCode(code)])),
    // Our own name in capitals, with its first letter as a percent sign and number, and in a look-alike alphabet.
    UPPER: hostname.toUpperCase(),
    PERCENT: `%${first.toString(16)}${host.slice(1)}`,
    ALIKE: host.replace(/[aeo]/, (letter) => String.fromCharCode({ a: 0x430, e: 0x435 }[letter] ?? 0x43e)),
    LOUD: protocol.toUpperCase(),
    SHOUTED: app.toUpperCase(),
    OTHER: protocol === 'https:' ? 'http:' : 'https:',
    EVIL: hostileHost,
    SELF: origin,
    WEB: protocol,
    HOST: host,
    NAME: hostname,
    PORT: port && `:${port}`,
    APP: app,
    AT: String.fromCharCode(0xff20),
  };
  const named = new RegExp(Object.keys(meanings).join('|'), 'g');
  const values = written
    .trim()
    .split(/\s+/)
    .map((value) => value.replace(named, (name) => meanings[name] ?? name));

  const unseen = oddCharacters.flatMap((odd) => [
    `${odd}https://${hostileHost}`,
    `${odd}//${hostileHost}`,
    `/${odd}/${hostileHost}`,
    `ht${odd}tps://${hostileHost}`,
    `java${odd}script:alert(1)`,
    `${odd}${origin}/`,
    `${origin}${odd}/`,
    `${origin}${odd}.${hostileHost}`,
    `${origin}/a${odd}b`,
    `${odd}${desktop}`,
  ]);
  const blanks = [
    ` https://${hostileHost}`,
    `https://${hostileHost} `,
    ` ${origin}/`,
    `${origin}/ `,
    ' ',
    `${desktop} `,
  ];
  const long = [
    `${origin}/${'x'.repeat(2048)}`,
    `/${'x'.repeat(2048)}`,
    '/'.repeat(500),
    `https://${hostileHost}/`.repeat(99),
  ];
  return [...new Set([...values, ...unseen, ...blanks, ...long])];
}
