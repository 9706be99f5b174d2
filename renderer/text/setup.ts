/** Why a kitchen is not connected, and what to do about it. */
export const SETUP = {
  title: ['Vamos ligar o Comanda à plataforma', 'Connect your ordering platform', 'Conectemos Comanda a la plataforma'],
  trouble: {
    'not-configured': [
      'Este computador ainda não tem as credenciais da plataforma de pedidos.',
      'This computer does not have the credentials of the order platform yet.',
      'Esta computadora aún no tiene las credenciales de la plataforma de pedidos.',
    ],
    'keychain-locked': [
      'O cofre de senhas do computador está bloqueado.',
      "The computer's keychain is locked.",
      'El llavero de la computadora está bloqueado.',
    ],
    'keychain-absent': [
      'Este computador não tem um cofre de senhas.',
      'This computer has no keychain.',
      'Esta computadora no tiene llavero.',
    ],
    'keychain-denied': [
      'O computador não deixou o Comanda usar o cofre de senhas.',
      'The computer did not let Comanda use the keychain.',
      'La computadora no dejó que Comanda usara el llavero.',
    ],
    'keychain-failing': [
      'O cofre de senhas do computador não responde.',
      "The computer's keychain does not answer.",
      'El llavero de la computadora no responde.',
    ],
    'keychain-no-library': [
      'Falta o componente que fala com o cofre de senhas.',
      'The component that talks to the keychain is missing.',
      'Falta el componente que habla con el llavero.',
    ],
    'keychain-no-session': [
      'O Comanda não alcança o cofre de senhas do computador.',
      "Comanda does not reach the computer's keychain.",
      'Comanda no alcanza el llavero de la computadora.',
    ],
    'keychain-too-long': [
      'As credenciais são longas demais para o cofre de senhas do Windows.',
      'The credentials are too long for the keychain of Windows.',
      'Las credenciales son demasiado largas para el llavero de Windows.',
    ],
    'keychain-garbled': [
      'O que o cofre guarda para o Comanda não pode ser lido.',
      'What the keychain holds for Comanda cannot be read.',
      'Lo que el llavero guarda para Comanda no se puede leer.',
    ],
    'credentials-refused': [
      'A plataforma não aceitou as credenciais deste computador.',
      "The platform did not accept this computer's credentials.",
      'La plataforma no aceptó las credenciales de esta computadora.',
    ],
    'secret-replaced': [
      'O escritório da rede trocou a senha (secret) desta cozinha.',
      'The office of the chain has issued a new secret for this kitchen.',
      'La oficina de la cadena cambió la clave (secret) de esta cocina.',
    ],
    'credential-in-use': [
      'Outro Comanda neste computador já recebe os pedidos desta loja.',
      'Another Comanda on this computer already receives the orders of this store.',
      'Otro Comanda en esta computadora ya recibe los pedidos de este local.',
    ],
    'handed-over': [
      'A fila de pedidos foi passada a outro computador.',
      'The queue of orders was handed to another computer.',
      'La cola de pedidos se pasó a otra computadora.',
    ],
    storage: [
      'Este computador não está conseguindo gravar os pedidos.',
      'This computer cannot store the orders.',
      'Esta computadora no logra guardar los pedidos.',
    ],
  },
  next: ['O que fazer', 'What to do', 'Qué hacer'],
  begin: ['Configurar o Comanda', 'Set up Comanda', 'Configurar Comanda'],
  again: ['Digitar as credenciais de novo', 'Enter the credentials again', 'Ingresar otra vez las credenciales'],
  advice: {
    'keychain-locked': [
      'Digite a senha do cofre (quase sempre a do computador); o Comanda continua automaticamente. No Linux com login automático ele fica bloqueado: abra “Senhas e chaves”, escolha “Início de sessão” › “Alterar senha” e deixe a nova em branco, ou desligue o login automático.',
      'Enter the password of the keychain (usually the one of the computer); Comanda continues automatically. On Linux with automatic login it stays locked: open “Passwords and Keys”, choose “Login” › “Change password” and leave the new one empty, or turn automatic login off.',
      'Ingrese la contraseña del llavero (casi siempre la de la computadora); Comanda sigue automáticamente. En Linux con inicio de sesión automático queda bloqueado: abra “Contraseñas y claves”, elija “Inicio de sesión” › “Cambiar contraseña” y deje vacía la nueva, o desactive el inicio automático.',
    ],
    'keychain-absent': [
      'Linux: sudo apt install gnome-keyring (Fedora: sudo dnf install gnome-keyring); depois saia da conta e entre de novo. Inicie o Comanda pela área de trabalho, não como serviço: ele precisa da sessão do usuário.',
      'Linux: sudo apt install gnome-keyring (Fedora: sudo dnf install gnome-keyring), then log out and in again. Start Comanda from the desktop, not as a service: it needs the session of the user.',
      'Linux: sudo apt install gnome-keyring (Fedora: sudo dnf install gnome-keyring); después cierre la sesión y entre de nuevo. Inicie Comanda desde el escritorio, no como servicio: necesita la sesión del usuario.',
    ],
    'keychain-denied': [
      'Inicie o Comanda de novo e escolha “Permitir” quando o computador perguntar. Se ele não pergunta: a conta, sua política ou um isolamento (Flatpak, Snap) proíbe o cofre; quem cuida do computador pode permitir.',
      'Start Comanda again and choose “Allow” when the computer asks. If it does not ask: the account, its policy or a sandbox (Flatpak, Snap) forbids the keychain; whoever looks after the computer can allow it.',
      'Inicie Comanda de nuevo y elija “Permitir” cuando la computadora pregunte. Si no pregunta: la cuenta, su política o un aislamiento (Flatpak, Snap) prohíbe el llavero; quien cuida la computadora puede permitirlo.',
    ],
    'keychain-failing': [
      'Procure uma janela do cofre atrás desta e responda. Se não houver, reinicie o computador. No Linux: systemctl --user restart gnome-keyring-daemon.',
      'Look for a window of the keychain behind this one and answer it. Otherwise restart the computer. On Linux: systemctl --user restart gnome-keyring-daemon.',
      'Busque una ventana del llavero detrás de esta y respóndala. Si no hay, reinicie la computadora. En Linux: systemctl --user restart gnome-keyring-daemon.',
    ],
    'keychain-no-library': [
      'Linux: sudo apt install libsecret-1-0 (Fedora: sudo dnf install libsecret). Windows e macOS: instale o Comanda de novo; o antivírus pode ter retirado um arquivo dele.',
      'Linux: sudo apt install libsecret-1-0 (Fedora: sudo dnf install libsecret). Windows and macOS: install Comanda again; see whether the virus scanner took one of its files away. Then start Comanda again.',
      'Linux: sudo apt install libsecret-1-0 (Fedora: sudo dnf install libsecret). Windows y macOS: instale Comanda otra vez; vea si el antivirus quitó uno de sus archivos. Después abra Comanda de nuevo.',
    ],
    'keychain-no-session': [
      'Saia da conta, entre de novo e abra o Comanda pelo ícone, não como serviço, com sudo ou por acesso remoto. Se continuar, reinicie o computador.',
      'Log out of the computer, log in again and start Comanda from its icon, not as a service, not with sudo, not over remote access. If that does not help, restart the computer.',
      'Cierre la sesión de la computadora, entre de nuevo y abra Comanda desde su icono, no como servicio, ni con sudo, ni por acceso remoto. Si sigue igual, reinicie la computadora.',
    ],
    'keychain-too-long': [
      'Confira se endereço, identificação e senha foram colados uma só vez. Se estão certos, peça à plataforma uma senha mais curta.',
      'Check that address, ID and password were pasted once and without other text. If they are right, ask the platform for a shorter password.',
      'Revise que la dirección, la identificación y la contraseña se hayan pegado una sola vez y sin otro texto. Si están bien, pida a la plataforma una contraseña más corta.',
    ],
  },
} as const
