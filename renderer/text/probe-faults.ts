/** What a test of the connection has found, and what to do about it. */
export const PROBE_FAULT_TEXTS = {
  fault: {
    'no-network': ['Este computador está sem rede.', 'This computer has no network.', 'Esta computadora está sin red.'],
    'host-unknown': [
      'O servidor deste endereço não foi encontrado.',
      'The server of this address was not found.',
      'No se encontró el servidor de esta dirección.',
    ],
    unreachable: [
      'A internet funciona, mas a plataforma não atende neste endereço.',
      'The internet works, but the platform does not answer at this address.',
      'Internet funciona, pero la plataforma no atiende en esta dirección.',
    ],
    timeout: [
      'A plataforma demorou demais para responder.',
      'The platform took too long to answer.',
      'La plataforma tardó demasiado en responder.',
    ],
    proxy: [
      'O proxy desta rede recusa a conexão.',
      'The proxy of this network refuses the connection.',
      'El proxy de esta red rechaza la conexión.',
    ],
    'login-page': [
      'Em vez da plataforma respondeu uma página de entrada.',
      'A sign-in page answered in place of the platform.',
      'En lugar de la plataforma respondió una página de ingreso.',
    ],
    certificate: [
      'O certificado de segurança não confere: alguém pode estar escutando.',
      'The security certificate is not right: someone may be listening in.',
      'El certificado de seguridad no corresponde: alguien puede estar escuchando.',
    ],
    'certificate-date': [
      'O certificado de segurança não vale na data deste computador.',
      "The security certificate is not valid on this computer's date.",
      'El certificado de seguridad no vale en la fecha de esta computadora.',
    ],
    'wrong-address': [
      'Neste endereço não há uma API de pedidos.',
      'There is no order API at this address.',
      'En esta dirección no hay una API de pedidos.',
    ],
    'credentials-refused': [
      'A plataforma não aceita esta identificação com esta senha.',
      'The platform does not accept this ID with this password.',
      'La plataforma no acepta esta identificación con esta contraseña.',
    ],
    'scope-missing': [
      'A senha está certa, mas o aplicativo não tem permissão para pedidos.',
      'The password is right, but the app has no permission for orders.',
      'La contraseña es correcta, pero la aplicación no tiene permiso para pedidos.',
    ],
    'token-refused': [
      'A plataforma aceitou a senha e depois recusou o próprio acesso.',
      'The platform accepted the password and then refused its own access.',
      'La plataforma aceptó la contraseña y después rechazó su propio acceso.',
    ],
    throttled: [
      'A plataforma pede para esperar: houve tentativas demais.',
      'The platform asks to wait: there were too many attempts.',
      'La plataforma pide esperar: hubo demasiados intentos.',
    ],
    'platform-down': [
      'A plataforma está com um problema.',
      'The platform has a problem.',
      'La plataforma tiene un problema.',
    ],
    'credential-in-use': [
      'Outro Comanda neste computador já recebe os pedidos destas credenciais.',
      'Another Comanda on this computer already receives the orders of these credentials.',
      'Otro Comanda en esta computadora ya recibe los pedidos de estas credenciales.',
    ],
    'nothing-to-test': [
      'Ainda não há nada para testar.',
      'There is nothing to test yet.',
      'Todavía no hay nada que probar.',
    ],
    'credentials-of-other-address': [
      'A identificação e a senha foram salvas para outro endereço.',
      'ID and password were saved for another address.',
      'La identificación y la contraseña se guardaron para otra dirección.',
    ],
  },
  remedy: {
    'no-network': [
      'Confira o cabo ou o Wi-Fi e teste de novo.',
      'Check the cable or the Wi-Fi, and test again.',
      'Revise el cable o el Wi-Fi y pruebe otra vez.',
    ],
    'host-unknown': [
      'Confira se há uma letra errada no endereço. Se ele está certo, a internet está sem DNS: reinicie o roteador.',
      'Look for a wrong letter in the address. If it is right, the internet has no DNS: restart the router.',
      'Busque una letra equivocada en la dirección. Si está bien, internet está sin DNS: reinicie el router.',
    ],
    unreachable: [
      'Confira o endereço. Se está certo, a plataforma pode estar fora do ar, ou um firewall bloqueia: pergunte a quem cuida da rede.',
      'Check the address. If it is right, the platform may be down or a firewall blocks it: ask whoever looks after the network.',
      'Revise la dirección. Si está bien, la plataforma puede estar caída o un firewall la bloquea: pregunte a quien cuida la red.',
    ],
    timeout: [
      'A internet está lenta ou a plataforma está sobrecarregada. Espere um minuto e teste de novo.',
      'The internet is slow or the platform is busy. Wait a minute and test again.',
      'Internet está lento o la plataforma está saturada. Espere un minuto y pruebe otra vez.',
    ],
    proxy: [
      'Peça a quem cuida da rede que libere o endereço da plataforma, ou acerte o proxy nas configurações do sistema.',
      "Ask whoever looks after the network to allow the platform's address, or correct the proxy in the system settings.",
      'Pida a quien cuida la red que permita la dirección de la plataforma, o corrija el proxy en los ajustes del sistema.',
    ],
    'login-page': [
      'Abra o navegador e entre na rede (Wi-Fi com cadastro, hotel, shopping). Se a rede já está liberada, o endereço é o do portal e não o da API.',
      'Open the browser and sign in to the network (Wi-Fi with registration, hotel, mall). If the network is open already, the address is that of the portal and not that of the API.',
      'Abra el navegador e ingrese a la red (Wi-Fi con registro, hotel, centro comercial). Si la red ya está abierta, la dirección es la del portal y no la de la API.',
    ],
    certificate: [
      'Não continue nesta rede. Confira o endereço e, se um antivírus ou proxy inspeciona a internet, peça que libere a plataforma.',
      'Do not continue on this network. Check the address, and if an antivirus or a proxy inspects the internet, ask to have the platform exempted.',
      'No siga en esta red. Revise la dirección y, si un antivirus o un proxy inspecciona internet, pida que exceptúe la plataforma.',
    ],
    'certificate-date': [
      'Confira data e hora do computador e ative o ajuste automático. Se estão certas, o certificado da plataforma venceu: avise-a.',
      "Check the computer's date and time and turn on automatic setting. If they are right, the platform's certificate has expired: tell the platform.",
      'Revise fecha y hora de la computadora y active el ajuste automático. Si están bien, venció el certificado de la plataforma: avísele.',
    ],
    'wrong-address': [
      'Copie o endereço de novo do portal, inteiro, com o código do aplicativo.',
      'Copy the address from the portal again, all of it, with the code of the app.',
      'Copie otra vez la dirección del portal, entera, con el código de la aplicación.',
    ],
    'credentials-refused': [
      'Copie as duas de novo do portal. Se a senha foi trocada lá, só a nova vale. Confira também se são deste mesmo endereço.',
      'Copy both from the portal again. If the password was renewed there, only the new one is valid. Check too that they belong to this same address.',
      'Copie otra vez las dos del portal. Si allí se renovó la contraseña, solo vale la nueva. Revise también que sean de esta misma dirección.',
    ],
    'scope-missing': [
      'No portal da plataforma, dê ao aplicativo a permissão “od.orders” e autorize-o para a sua loja.',
      'In the portal of the platform, give the app the permission “od.orders” and authorise it for your store.',
      'En el portal de la plataforma, dé a la aplicación el permiso “od.orders” y autorícela para su local.',
    ],
    'token-refused': [
      'Teste de novo em um minuto. Se continuar, é um erro da plataforma: fale com o suporte dela.',
      'Test again in a minute. If it continues, it is an error of the platform: talk to its support.',
      'Pruebe otra vez en un minuto. Si sigue, es un error de la plataforma: hable con su soporte.',
    ],
    throttled: [
      'Espere alguns minutos e teste de novo.',
      'Wait a few minutes and test again.',
      'Espere unos minutos y pruebe otra vez.',
    ],
    'platform-down': [
      'Não é nada aqui. Espere alguns minutos e teste de novo.',
      'Nothing is wrong here. Wait a few minutes and test again.',
      'Aquí no hay nada mal. Espere unos minutos y pruebe otra vez.',
    ],
    'credential-in-use': [
      'Feche o outro Comanda. Dois com as mesmas credenciais tirariam pedidos um do outro.',
      'Close the other Comanda. Two with the same credentials would take orders away from each other.',
      'Cierre el otro Comanda. Dos con las mismas credenciales se quitarían pedidos uno al otro.',
    ],
    'nothing-to-test': [
      'Digite o endereço, a identificação e a senha.',
      'Enter the address, the ID and the password.',
      'Ingrese la dirección, la identificación y la contraseña.',
    ],
    'credentials-of-other-address': [
      'O Comanda não as envia a outro servidor. Digite a identificação e a senha deste endereço.',
      'Comanda sends them to no other server. Enter the ID and the password of this address.',
      'Comanda no las envía a otro servidor. Escriba la identificación y la contraseña de esta dirección.',
    ],
  },
} as const
