// Imports two modules in a separate process and prints the cost of the second above the first: CPU time, time and memory.
const [above, module] = process.argv.slice(2);
if (above === undefined || module === undefined || globalThis.gc === undefined) {
  throw new Error('Usage: node --expose-gc measure-import.ts <above> <module>');
}
await import(above);

globalThis.gc();
const memory = process.memoryUsage().rss;
const [started, start] = [performance.now(), process.cpuUsage()];
await import(module);
const { user, system } = process.cpuUsage(start);
const wallMillis = performance.now() - started;
globalThis.gc();
const cpuMillis = (user + system) / 1000;
const megabytes = (process.memoryUsage().rss - memory) / 1024 / 1024;
console.log(JSON.stringify({ cpuMillis, wallMillis, megabytes }));
