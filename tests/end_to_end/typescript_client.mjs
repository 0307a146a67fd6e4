// A client of the TypeScript SDK over a server: says what it was told, one JSON object a line.
//
//     node typescript_client.mjs PACKAGE GENERATION COMMAND [ARGUMENTS]
//
// PACKAGE is the folder of the installed SDK; GENERATION is 1 (`@modelcontextprotocol/sdk`) or 2
// (`@modelcontextprotocol/client`, which speaks the newest version). The calls to make come as JSON on standard
// input. The SDK itself checks every result against the tool's output schema. At the end the client subscribes
// to the resource and waits until it is told of a change.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const RESOURCE = "memory://knowledge-graph";
const [folder, generation, command, ...commandArguments] = process.argv.slice(2);
const require = createRequire(join(folder, "package.json"));
const { name } = require("./package.json");
const calls = JSON.parse(readFileSync(0, "utf8"));

function say(key, value) {
  process.stdout.write(JSON.stringify({ [key]: value }) + "\n");
}

async function connect() {
  const isNewer = generation === "2";
  const { Client } = require(isNewer ? name : `${name}/client/index.js`);
  const { StdioClientTransport } = require(isNewer ? `${name}/stdio` : `${name}/client/stdio.js`);
  const options = isNewer ? { versionNegotiation: { mode: "auto" } } : {};
  const client = new Client({ name: "end-to-end test", version: "1" }, options);
  await client.connect(new StdioClientTransport({ command, args: commandArguments, stderr: "inherit" }));
  return client;
}

async function subscribe(client, whenUpdated) {
  if (generation === "2") {
    client.setNotificationHandler("notifications/resources/updated", whenUpdated);
    return client.listen({ resourceSubscriptions: [RESOURCE] });
  }
  const { ResourceUpdatedNotificationSchema } = require(`${name}/types.js`);
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, whenUpdated);
  return client.subscribeResource({ uri: RESOURCE });
}

async function readResource(client) {
  return JSON.parse((await client.readResource({ uri: RESOURCE })).contents[0].text);
}

const client = await connect();
say("server", client.getServerVersion());
say("capabilities", client.getServerCapabilities());
say("tools", (await client.listTools()).tools.map((tool) => tool.name));
for (const [tool, toolArguments] of calls) {
  const { content, structuredContent, isError } = await client.callTool({ name: tool, arguments: toolArguments });
  say(tool, { texts: content.map((item) => item.text), structured: structuredContent, failed: isError ?? false });
}
say("resources", (await client.listResources()).resources.map((resource) => resource.uri));
say("resource", await readResource(client));
const updated = new Promise((resolve) => void subscribe(client, resolve).then(() => say("subscribed", true)));
say("updated", (await updated).params.uri);
say("resource", await readResource(client));
await client.close();
