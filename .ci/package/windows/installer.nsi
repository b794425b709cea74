; Installs the app for one user, without administrator rights, with a start menu entry and an uninstaller.
; `npm run package` builds it and defines APP_NAME, APP_VERSION, APP_VERSION_NUMBERS, APP_ID, APP_ACTIVATOR, APP_FOLDER,
; APP_ICON, ASKED_FILE, LINK_SCHEME, FILE_TYPES and OUTPUT. `Setup.exe /S` runs without a window. With `/START`, or if
; the user started the app meanwhile, the installer starts the app afterwards, even if the installation failed.
Unicode true
ManifestDPIAware true
SetCompressor /SOLID lzma
RequestExecutionLevel user

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "start-shortcut.nsh"
!include "${FILE_TYPES}"

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${APP_ID}"

Name "${APP_NAME}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\${APP_NAME}"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" "InstallLocation"
VIProductVersion "${APP_VERSION_NUMBERS}"
VIAddVersionKey "ProductName" "${APP_NAME}"
VIAddVersionKey "ProductVersion" "${APP_VERSION}"
VIAddVersionKey "FileVersion" "${APP_VERSION}"
VIAddVersionKey "FileDescription" "${APP_NAME} installer"
VIAddVersionKey "LegalCopyright" "The Dailies authors"

!define MUI_ICON "${APP_ICON}"
!define MUI_UNICON "${APP_ICON}"
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; A running program cannot be replaced, so the user is asked to close it and to try again.
!macro WaitUntilClosed
  StrCpy $1 0
  ${Do}
    ClearErrors
    ${IfNot} ${FileExists} "$INSTDIR\${APP_NAME}.exe"
      ${ExitDo}
    ${EndIf}
    FileOpen $0 "$INSTDIR\${APP_NAME}.exe" a
    ${IfNot} ${Errors}
      FileClose $0
      ${ExitDo}
    ${EndIf}
    ; An installation without a window is an update at quit: the app may still be ending.
    ${If} ${Silent}
    ${AndIf} $1 < 120
      IntOp $1 $1 + 1
      Sleep 500
      ${Continue}
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "${APP_NAME} is open. Close it, then try again." /SD IDCANCEL IDRETRY +2
    Abort
  ${Loop}
!macroend

Function StartApp
  ; The app's data folder, as in src-main/index.ts.
  ReadEnvStr $R2 "DAILIES_USER_DATA"
  ${If} $R2 == ""
    StrCpy $R2 "$APPDATA\${APP_NAME}"
  ${EndIf}
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/START" $R1
  ${IfNot} ${Errors}
  ${OrIf} ${FileExists} "$R2\${ASKED_FILE}"
    Exec '"$INSTDIR\${APP_NAME}.exe"'
  ${EndIf}
FunctionEnd

Function .onInstSuccess
  Call StartApp
FunctionEnd

; Two installers at once would remove each other's files. Windows releases the mutex when the other one ends. Sets the
; error flag if that does not happen: without a window after three minutes, because the other one may wait for the app.
!macro WaitForTurn
  System::Call 'kernel32::CreateMutexW(p 0, i 0, w "${APP_ID} installer") p .r2'
  ${Do}
    StrCpy $1 0
    ${If} ${Silent}
      StrCpy $1 180000
    ${EndIf}
    ClearErrors
    System::Call 'kernel32::WaitForSingleObject(p r2, i r1) i .r0'
    ; 258 is WAIT_TIMEOUT.
    ${If} $0 <> 258
      ${ExitDo}
    ${EndIf}
    SetErrors
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION \
      "${APP_NAME} is being installed or removed already. Wait until that is done, then try again." /SD IDCANCEL IDRETRY +2
    ${ExitDo}
  ${Loop}
!macroend

Function .onInit
  !insertmacro WaitForTurn
  ${If} ${Errors}
    Call StartApp
    Abort
  ${EndIf}
FunctionEnd

Function un.onInit
  !insertmacro WaitForTurn
  ${If} ${Errors}
    Abort
  ${EndIf}
FunctionEnd

Var NewFolder
Var OldFolder
Var FreeName

; Temporary folders for versions get a number if their name is taken.
!macro SuffixOf NUMBER
  StrCpy $R1 ""
  ${If} ${NUMBER} > 0
    StrCpy $R1 "-${NUMBER}"
  ${EndIf}
!macroend

; Finds the first free name that begins with the one on the stack.
Function FindFreeName
  Pop $R2
  StrCpy $R0 0
  ${Do}
    !insertmacro SuffixOf $R0
    StrCpy $FreeName "$R2$R1"
    ${IfNot} ${FileExists} "$FreeName\*.*"
    ${AndIfNot} ${FileExists} "$FreeName"
      ${ExitDo}
    ${EndIf}
    IntOp $R0 $R0 + 1
  ${Loop}
FunctionEnd

; Removes folders left by earlier installations; an .old folder only if it holds the Uninstall.exe of the app. If a file
; in it is in use, the macro restores Uninstall.exe as a mark, so that a later run removes the folder.
!macro RemoveLeftOvers
  ${For} $R0 0 99
    !insertmacro SuffixOf $R0
    RMDir /r "$INSTDIR.new$R1"
    ${If} ${FileExists} "$INSTDIR.old$R1\Uninstall.exe"
      RMDir /r "$INSTDIR.old$R1"
      ${If} ${FileExists} "$INSTDIR.old$R1\*.*"
        FileOpen $R2 "$INSTDIR.old$R1\Uninstall.exe" a
        FileClose $R2
      ${EndIf}
    ${EndIf}
  ${Next}
  ClearErrors
!macroend

; Without a version in place, a folder beside it may hold the only one.
Function RemoveLeftOvers
  ${If} ${FileExists} "$INSTDIR\${APP_NAME}.exe"
    !insertmacro RemoveLeftOvers
  ${EndIf}
FunctionEnd

; The previous version stays.
Function .onInstFailed
  Call RemoveLeftOvers
  Call StartApp
FunctionEnd

; Renames $R3 to $R4. Files may be in use shortly after the app has ended, and during a virus scan.
Function RenameFolder
  StrCpy $R0 0
  ${Do}
    ClearErrors
    Rename $R3 $R4
    ${IfNot} ${Errors}
      ${ExitDo}
    ${EndIf}
    IntOp $R0 $R0 + 1
    ${If} $R0 > 60
      SetErrors
      ${ExitDo}
    ${EndIf}
    Sleep 500
  ${Loop}
FunctionEnd

!macro RenameFolder FROM TO
  StrCpy $R3 "${FROM}"
  StrCpy $R4 "${TO}"
  Call RenameFolder
!macroend

Section
  !insertmacro WaitUntilClosed
  Call RemoveLeftOvers
  ; The new version is complete before the old one moves, so that an interruption leaves one that starts.
  Push "$INSTDIR.new"
  Call FindFreeName
  StrCpy $NewFolder $FreeName
  SetOutPath $NewFolder
  File /r "${APP_FOLDER}\*"
  ClearErrors
  WriteUninstaller "$NewFolder\Uninstall.exe"
  ${If} ${Errors}
    Abort "${APP_NAME} could not be written."
  ${EndIf}
  ; The current directory cannot be renamed.
  SetOutPath "$TEMP"
  ${If} ${FileExists} "$INSTDIR\*.*"
    Push "$INSTDIR.old"
    Call FindFreeName
    StrCpy $OldFolder $FreeName
    !insertmacro RenameFolder $INSTDIR $OldFolder
    ${If} ${Errors}
      Abort "Files of ${APP_NAME} are in use."
    ${EndIf}
  ${EndIf}
  !insertmacro RenameFolder $NewFolder $INSTDIR
  ${If} ${Errors}
    ${If} $OldFolder != ""
      !insertmacro RenameFolder $OldFolder $INSTDIR
    ${EndIf}
    Abort "${APP_NAME} could not be put in its place."
  ${EndIf}
  Call RemoveLeftOvers
  SetOutPath "$INSTDIR"
  !insertmacro CreateStartShortcut "$SMPROGRAMS\${APP_NAME}.lnk" "$INSTDIR\${APP_NAME}.exe" "${APP_ID}" "${APP_ACTIVATOR}"

  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${APP_NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${APP_VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${APP_NAME}.exe"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  ; The name shown with notifications.
  WriteRegStr HKCU "Software\Classes\AppUserModelId\${APP_ID}" "DisplayName" "${APP_NAME}"
  ; Registers the app for its links and for Open with.
  WriteRegStr HKCU "Software\Classes\${LINK_SCHEME}" "" "URL:${APP_NAME}"
  WriteRegStr HKCU "Software\Classes\${LINK_SCHEME}" "URL Protocol" ""
  WriteRegStr HKCU "Software\Classes\${LINK_SCHEME}\shell\open\command" "" '"$INSTDIR\${APP_NAME}.exe" "%1"'
  WriteRegStr HKCU "Software\Classes\Applications\${APP_NAME}.exe\shell\open\command" "" '"$INSTDIR\${APP_NAME}.exe" "%1"'
  !insertmacro RegisterFileTypes
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" "$0"
SectionEnd

; Keeps the user's data.
Section "Uninstall"
  !insertmacro WaitUntilClosed
  Delete "$SMPROGRAMS\${APP_NAME}.lnk"
  !insertmacro RemoveLeftOvers
  RMDir /r "$INSTDIR"
  ; The app's start at sign-in, and the user's choice in the system's own list to turn it off.
  DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
  DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
  DeleteRegKey HKCU "Software\Classes\AppUserModelId\${APP_ID}"
  ; The app registered this key to receive clicks on its notifications.
  DeleteRegKey HKCU "Software\Classes\CLSID\${APP_ACTIVATOR}"
  DeleteRegKey HKCU "Software\Classes\${LINK_SCHEME}"
  DeleteRegKey HKCU "Software\Classes\Applications\${APP_NAME}.exe"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
SectionEnd
