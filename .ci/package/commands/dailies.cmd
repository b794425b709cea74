@echo off
setlocal
set "node=%~dp0..\node\node.exe"
if not exist "%node%" set "node=node.exe"
"%node%" "%~dp0..\commands\dailies.js" %*
