; Asked once the files of the program are gone. An update keeps everything, and so does a silent uninstallation.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; It would start a program that is gone, once a minute.
    nsExec::Exec 'schtasks /Delete /TN Comanda /F'
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 \
      "Apagar também os pedidos, os ajustes e as credenciais desta cozinha?$\r$\n$\r$\nErase the orders, the settings and the credentials of this kitchen too?$\r$\n$\r$\n¿Borrar también los pedidos, los ajustes y las credenciales de esta cocina?" \
      /SD IDNO IDNO keepKitchen
    SetShellVarContext current
    ; The entries of the Windows keychain are called Comanda/connection-…
    nsExec::Exec 'cmd /c for /f "tokens=2 delims==" %T in ($\'cmdkey /list ^| findstr /c:"target=Comanda/"$\') do cmdkey /delete:%T'
    RMDir /r "$LOCALAPPDATA\Comanda"
    RMDir /r "$LOCALAPPDATA\comanda-leases"
    ; Earlier versions.
    RMDir /r "$APPDATA\Comanda"
    RMDir /r "$APPDATA\comanda-leases"
    keepKitchen:
  ${endIf}
!macroend
