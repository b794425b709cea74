; Creates the start menu shortcut with the IDs by which Windows knows the app. They let a click on a notification find
; the app, even after it has ended, and let the taskbar show one button for the pinned and the running app.
!include "Win\COM.nsh"
!include "Win\Propkey.nsh"

; Sets a property of the shortcut whose store is $1. VALUE is a structure of System.dll, TYPE the type of its pointer.
!macro SetShortcutProperty KEY TYPE VALUE
  System::Call '*${SYSSTRUCT_PROPERTYKEY}(${KEY})p.r2'
  System::Call '*(${VALUE})p.r3'
  System::Call '*${SYSSTRUCT_PROPVARIANT}(${TYPE},,p r3)p.r4'
  ${IPropertyStore::SetValue} $1 '($2,$4)'
  System::Free $4
  System::Free $3
  System::Free $2
!macroend

; Skips properties that cannot be set: the shortcut starts the app without them.
!macro CreateStartShortcut PATH PROGRAM ID ACTIVATOR
  CreateShortCut "${PATH}" "${PROGRAM}"
  !insertmacro ComHlpr_CreateInProcInstance ${CLSID_ShellLink} ${IID_IShellLink} r0 ""
  ${If} $0 P<> 0
    ${IUnknown::QueryInterface} $0 '("${IID_IPersistFile}",.r5)'
    ${If} $5 P<> 0
      ${IPersistFile::Load} $5 '("${PATH}",${STGM_READWRITE})'
      ${IUnknown::QueryInterface} $0 '("${IID_IPropertyStore}",.r1)'
      ${If} $1 P<> 0
        !insertmacro SetShortcutProperty '${PKEY_AppUserModel_ID}' ${VT_LPWSTR} '&w128 "${ID}"'
        !insertmacro SetShortcutProperty '${PKEY_AppUserModel_ToastActivatorCLSID}' ${VT_CLSID} '&g16 "${ACTIVATOR}"'
        ${IPropertyStore::Commit} $1 ""
        ${IUnknown::Release} $1 ""
        ${IPersistFile::Save} $5 '("${PATH}",1)'
      ${EndIf}
      ${IUnknown::Release} $5 ""
    ${EndIf}
    ${IUnknown::Release} $0 ""
  ${EndIf}
!macroend
