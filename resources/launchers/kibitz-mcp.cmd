@echo off
rem Starts the shim with the application's own Electron, run as plain Node: no other Node need be installed.
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\..\Kibitz.exe" "%~dp0..\shim\kibitz-mcp.mjs" %*
