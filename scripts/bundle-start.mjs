/**
 * The program that starts the shim of a bundle on Windows, as `node -e`: Claude Desktop as an MSIX package names the
 * folder under AppData that it believes to write to, and its files lie in the package's own. It tries both.
 */
export const startBundle = [
  'const fs=require("fs"),path=require("path"),{env,argv}=process;',
  "let file=argv[1];",
  "if(!fs.existsSync(file)&&env.APPDATA&&env.LOCALAPPDATA){",
  'const packages=path.join(env.LOCALAPPDATA,"Packages"),rest=path.relative(env.APPDATA,file);',
  "const names=fs.existsSync(packages)?fs.readdirSync(packages):[];",
  'const found=names.filter(n=>n.startsWith("Claude_")).map(n=>path.join(packages,n,"LocalCache","Roaming",rest));',
  "file=found.find(f=>fs.existsSync(f))??file}",
  'import(require("url").pathToFileURL(file).href)',
].join("");
