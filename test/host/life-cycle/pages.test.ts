import { afterEach, describe, expect, test } from "@jest/globals";
import type { UiEvent } from "../../../local/apps-script/host-document";
import { createTestHost, type TestHost, type TestHostOptions } from "../support/test-host";

const SOURCE = `
function sidebar() { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile("side").setTitle("Side").setWidth(900)); }
function dialog() {
  var page = HtmlService.createHtmlOutput("<p>x</p>").setWidth(320).setHeight(200);
  SpreadsheetApp.getUi().showModalDialog(page, "Ask");
  console.log("went on");
}
function ask() {
  var ui = SpreadsheetApp.getUi();
  LockService.getScriptLock().tryLock(0);
  var button = ui.alert("Sure?", "Really?", ui.ButtonSet.YES_NO);
  console.log(button + " " + (button === ui.Button.YES) + " " + LockService.getScriptLock().hasLock());
}
function name() {
  var answer = SpreadsheetApp.getUi().prompt("Your name?");
  console.log(answer.getSelectedButton() + " " + answer.getResponseText());
}
function toast() { SpreadsheetApp.getActive().toast("half way", "Working", -1); SpreadsheetApp.getActive().toast("x"); }
`;

let made: TestHost | undefined;
const events: UiEvent[] = [];
function start(options: TestHostOptions = {}): TestHost {
  made = createTestHost({ source: SOURCE, html: { side: "<b>side</b>" }, ...options });
  events.splice(0);
  made.ann.onUi((event) => events.push(event));
  return made;
}
afterEach(() => made?.host.close());

function logs({ trace }: TestHost): string[] {
  return trace.filter(({ event }) => event === "log").map(({ detail }) => detail);
}

describe("sidebar and dialogs", () => {
  test("a dialog needs a title, and a menu's target is a name (google.ui-arguments)", async () => {
    const { failure } = start();
    const refused = (types: string, method: string) =>
      `Exception: The parameters (${types}) don't match the method signature for ${method}.`;
    const page = "HtmlService.createHtmlOutput('x').setTitle('mine')";
    for (const method of ["showModalDialog", "showModelessDialog"]) {
      expect(await failure(`SpreadsheetApp.getUi().${method}(${page})`)).toContain(
        `method signature for Ui.${method}.`,
      );
    }
    expect(await failure("SpreadsheetApp.getUi().createMenu('M').addItem('I', () => 1)")).toBe(
      refused("String,Function", "Menu.addItem"),
    );
  });

  test("a new sidebar replaces the one before; closing tells", async () => {
    const { ann } = start();
    await ann.clickMenu("sidebar");
    await ann.clickMenu("sidebar");
    ann.closeSidebar();
    expect(events).toEqual([
      { type: "sidebar", id: "page1", title: "Side", html: "<b>side</b>" },
      { type: "sidebarClosed", id: "page1" },
      { type: "sidebar", id: "page2", title: "Side", html: "<b>side</b>" },
      { type: "sidebarClosed", id: "page2" },
    ]);
  });

  test("a dialog has the size asked for and does not stop the script", async () => {
    const test = start();
    await test.ann.clickMenu("dialog");
    expect(events).toEqual([
      { type: "dialog", id: "page1", title: "Ask", html: "<p>x</p>", modal: true, widthPx: 320, heightPx: 200 },
    ]);
    expect(logs(test)).toEqual(["went on"]);
  });

  test("an alert suspends the script, and its locks do not survive that", async () => {
    const test = start();
    const clicked = test.ann.clickMenu("ask");
    await test.clock.sleep(5000);
    expect(events).toEqual([
      { type: "alert", id: "page1", title: "Sure?", prompt: "Really?", buttons: "YES_NO", input: false },
    ]);
    expect(await test.evaluate("LockService.getScriptLock().tryLock(0)")).toBe(true);
    test.ann.answer("page1", "YES");
    await clicked;
    expect(logs(test)).toEqual(["YES true false"]);
  });

  test("a prompt gives button and text", async () => {
    const test = start();
    const clicked = test.ann.clickMenu("name");
    await test.clock.sleep(1);
    test.ann.answer("page1", "OK", "Ann");
    await clicked;
    expect(logs(test)).toEqual(["OK Ann"]);
  });

  test("toasts last 5 s unless told otherwise", async () => {
    const { ann } = start();
    await ann.clickMenu("toast");
    expect(events).toEqual([
      { type: "toast", message: "half way", title: "Working", seconds: -1 },
      { type: "toast", message: "x", title: "", seconds: 5 },
    ]);
  });

  test("pages need their scope, menus none", async () => {
    const { ann } = start({ manifest: { oauthScopes: [] } });
    await expect(ann.clickMenu("sidebar")).rejects.toThrow("auth/script.container.ui");
  });

  test("another person sees nothing of it", async () => {
    const { ann, ben } = start();
    const seen: UiEvent[] = [];
    ben.onUi((event) => seen.push(event));
    await ann.clickMenu("sidebar");
    expect(seen).toEqual([]);
  });
});

describe("HtmlService", () => {
  const HTML = {
    list: '<? for (var i = 0; i < items.length; i++) { ?><li><?= items[i] ?></li><? } ?><?!= include("part") ?>',
    part: "<hr>",
    script: "<script>var x = <?= value ?>;</script>",
  };
  const INCLUDE = "function include(name) { return HtmlService.createHtmlOutputFromFile(name).getContent(); }";

  test("templates run code, escape printed values and print raw ones as they are", async () => {
    const { evaluate } = start({ source: INCLUDE, html: HTML });
    const code =
      "(() => { const t = HtmlService.createTemplateFromFile('list'); t.items = ['a', '<b>']; return t.evaluate().getContent() })()";
    expect(await evaluate(code)).toBe("<li>a</li><li>&lt;b&gt;</li><hr>");
  });

  test("inside a script values are escaped for the script", async () => {
    const { evaluate } = start({ source: INCLUDE, html: HTML });
    const code =
      "(() => { const t = HtmlService.createTemplateFromFile('script'); t.value = '</script>\"'; return t.evaluate().getContent() })()";
    expect(await evaluate(code)).toBe('<script>var x = "\\u003c/script>\\"";</script>');
  });

  test("in quotes of the script's own a value is their text (google.scriptlets)", async () => {
    const { evaluate } = start({ source: INCLUDE, html: HTML });
    const shown = (html: string) =>
      evaluate(`HtmlService.createTemplate(${JSON.stringify(html)}).evaluate().getContent()`);
    expect(await shown(`<script>var x = 'a <?= "it's </b>" ?>', y = <?= [1] ?>;</script>`)).toBe(
      "<script>var x = 'a it\\u0027s \\u003c/b\\u003e', y = [1];</script>",
    );
    expect(await shown(`<script>/* it's */ f("it's", <?= "q" ?>); // "\n</script><p title="<?= "q" ?>">`)).toBe(
      `<script>/* it's */ f("it's", "q"); // "\n</script><p title="q">`,
    );
  });

  test("what looks like a comment in a script's templates is cut out, in strings too by the harder setting (google.page-comments)", async () => {
    const [opening, template, string] = ["<p>//</p><script>", "var a = `https://a.example/`", "var b = 'b';"];
    const page = `${opening}${template};\n${string}\nvar c = '//';\nvar d = 8 / 2 /* half */;</script>`;
    const shown = async (settings: TestHostOptions["settings"]) => {
      const { host, evaluate } = createTestHost({ html: { page }, settings });
      const content = await evaluate("HtmlService.createHtmlOutputFromFile('page').getContent()");
      await host.close();
      return content;
    };
    const withoutTemplate = page.replace("//a.example/`;", "");
    expect(await shown({})).toBe(withoutTemplate);
    expect(await shown({ pageComments: "strings" })).toBe(withoutTemplate.replace("//';\nvar d", "\nvar d"));
  });

  test("a printing scriptlet may end in a semicolon", async () => {
    const { evaluate } = start({});
    const code = "HtmlService.createTemplate('<b><?= 1 + 1; ?></b><?!= \"<i>\" ; ?>').evaluate().getContent()";
    expect(await evaluate(code)).toBe("<b>2</b><i>");
  });

  test("a missing file throws, the name may have its extension", async () => {
    const { evaluate, failure } = start({ html: HTML });
    expect(await evaluate("HtmlService.createHtmlOutputFromFile('part.html').getContent()")).toBe("<hr>");
    expect(await failure("HtmlService.createHtmlOutputFromFile('none')")).toBe(
      "Exception: No HTML file named none was found.",
    );
  });

  test("a page begins without a title and can be appended to", async () => {
    const { evaluate } = start();
    expect(await evaluate("HtmlService.createHtmlOutput().getTitle()")).toBe("");
    expect(await evaluate("HtmlService.createHtmlOutput('a').append('<i>').appendUntrusted('<i>').getContent()")).toBe(
      "a<i>&lt;i&gt;",
    );
    expect(await evaluate("HtmlService.createHtmlOutput('a').getBlob().getContentType()")).toBe("text/html");
  });
});
