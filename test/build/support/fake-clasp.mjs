// Answers as @google/clasp 3.4.1 does, from a Google that is a file: FAKE_GOOGLE names it. Like clasp it ends with code 0
// after most refusals. Where it is told of the real clasp, it asks that one what the push would send.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

const googleFile = process.env.FAKE_GOOGLE;
const google = JSON.parse(readFileSync(googleFile, "utf8"));
const args = process.argv.slice(2);
const [command] = args;
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const projectFile = option("-P");

google.calls.push(args);
const save = () => writeFileSync(googleFile, JSON.stringify(google));
const end = (code, text = "") => {
  save();
  if (text !== "") console.error(text);
  process.exit(code);
};

const API_OFF =
  "User has not enabled the Apps Script API. Enable it by visiting https://script.google.com/home/usersettings then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.";

function askClasp() {
  const args = [google.clasp, "show-file-status", "--json", "-P", projectFile];
  return JSON.parse(spawnSync(process.execPath, args, { encoding: "utf8" }).stdout).filesToPush;
}

if (command === "show-authorized-user") {
  console.log(JSON.stringify({ loggedIn: google.loggedIn }, null, 2));
  end(0);
}
if (command === "login") {
  google.loggedIn = google.loginSucceeds;
  end(0);
}
if (!google.loggedIn) end(1, "No credentials found.");

const project = JSON.parse(readFileSync(projectFile, "utf8"));
const folder = path.dirname(projectFile);

if (command === "create-script") {
  if (project.scriptId !== undefined) end(0, "Project file already exists.");
  const isBound = option("--type") === "sheets";
  if (isBound) google.sheets.push(option("--title"));
  if (!google.apiOn) end(1, API_OFF);
  google.scripts.push({ title: option("--title"), isBound });
  const scriptId = `script-made-by-fake-clasp-${google.scripts.length}`;
  const parentId = isBound ? `sheet-made-by-fake-clasp-${google.sheets.length}` : undefined;
  if (parentId) console.log(`Created new document: https://drive.google.com/open?id=${parentId}`);
  console.log(`Created new script: https://script.google.com/d/${scriptId}/edit`);
  save();
  if (google.pullFails) end(1, "request to https://script.googleapis.com/ failed, reason: socket hang up");
  const rootDir = option("--rootDir");
  mkdirSync(rootDir, { recursive: true });
  writeFileSync(path.join(rootDir, "appsscript.json"), "{}");
  writeFileSync(projectFile, JSON.stringify({ scriptId, parentId, rootDir: path.relative(folder, rootDir) }));
  console.log("Cloned one file.");
  end(0);
}
if (!google.apiOn) end(1, API_OFF);
if (command === "pull") {
  const pulledFiles = Object.entries(google.remote).map(([name, text]) => {
    const file = path.join(folder, project.rootDir, name);
    writeFileSync(file, text);
    return path.relative(process.cwd(), file);
  });
  console.log(JSON.stringify({ pulledFiles, deletedFiles: [] }, null, 2));
  end(0);
}
if (command === "push") {
  if (google.pushFails) end(1, google.pushFails);
  const filesToPush = google.clasp === "" ? readdirSync(path.join(folder, project.rootDir)) : askClasp();
  google.pushed.push({ scriptId: project.scriptId, files: filesToPush });
  console.log(JSON.stringify(google.upToDate ? [] : filesToPush, null, 2));
  end(0);
}
if (command === "create-deployment" || command === "update-deployment") {
  google.versions += 1;
  const description = option("--description");
  const deploymentId = command === "create-deployment" ? "deployment-1" : args[1];
  console.log(JSON.stringify({ deploymentId, versionNumber: google.versions, description }, null, 2));
  end(0);
}
end(0, `error: unknown command '${command}'`);
