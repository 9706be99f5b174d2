export const ptBRMessages = {
  freshness: {
    retryNow: 'Tentar agora',
    fresh: 'Em dia',
    checked: 'Verificado há {{age}}',
    late: 'há {{age}}',
    stale: 'Sem atualização há {{age}}',
    staleNever: 'Ainda não verificado',
    offline: 'Sem conexão há {{age}}',
    offlineNever: 'Sem conexão',
    setup: 'Falta configurar',
    storeRisk: 'A plataforma pode fechar a loja em {{time}}',
    storeRiskNow: 'A plataforma pode ter fechado a loja',
    waiting: 'Nova tentativa automática. Toques ficam guardados.',
  },
  trouble: {
    'not-configured': 'Abra a configuração e digite os dados do portal da plataforma.',
    'keychain-locked': 'Desbloqueie o cofre de senhas do computador.',
    'keychain-absent': 'Instale ou ative o cofre de senhas do computador.',
    'keychain-denied': 'Permita ao Comanda usar o cofre de senhas.',
    'keychain-failing': 'O cofre de senhas não responde. Procure a janela dele ou reinicie o computador.',
    'keychain-no-library': 'Instale o componente que falta (Linux: libsecret) e abra o Comanda de novo.',
    'keychain-no-session': 'Saia da conta, entre de novo e abra o Comanda pelo ícone.',
    'keychain-too-long': 'Credenciais longas demais para o cofre de senhas. Confira o que foi colado.',
    'keychain-garbled': 'Digite de novo as credenciais: as salvas não podem ser lidas.',
    'credentials-refused': 'Credenciais recusadas. Confira-as com a plataforma.',
    'secret-replaced': 'A rede trocou o secret desta cozinha. Peça o novo ao escritório e digite-o aqui.',
    'kitchen-paused': 'O escritório da rede pausou esta cozinha. Fale com ele. Toques ficam guardados.',
    'credential-in-use': 'Feche o outro Comanda deste computador. Depois este assume automaticamente.',
    'handed-over': 'Os pedidos chegam no outro computador.',
    forbidden: 'Loja não autorizada. Fale com a plataforma.',
    network: 'Confira cabo ou Wi-Fi.',
    platform: 'A plataforma não responde.',
    storage: 'Libere espaço no disco. Nada novo é recebido até lá.',
    'station-away': 'O computador principal não responde. Confira a rede. Toques ficam guardados.',
    'station-older': 'Atualize o Comanda do computador principal.',
    'screen-older': 'Atualize o Comanda desta tela.',
    'not-paired': 'Esta tela foi removida no computador principal. Conecte-a de novo.',
  },
  notice: {
    'acknowledgments-refused':
      'A plataforma recusa todas as confirmações de recebimento. Os pedidos chegam, talvez com atraso. Chame o suporte.',
    'orders-held-back': 'Há mais pedidos anunciados do que a plataforma mostra. Compare com o portal da plataforma.',
    'clock-skew': 'O relógio deste computador está errado. Os tempos do painel seguem o relógio da plataforma.',
    'storage-full':
      'Disco cheio. Libere espaço: o Comanda volta automaticamente. Até lá os pedidos aparecem, mas os toques não são aceitos.',
    'storage-repaired':
      'Os dados do Comanda estavam danificados e foram recuperados. Confira os pedidos abertos com o portal da plataforma.',
    'storage-lost':
      'Os dados do Comanda estavam danificados e não puderam ser recuperados. Confira agora os pedidos abertos no portal da plataforma.',
    'storage-newer':
      'Este computador guarda dados de uma versão mais nova do Comanda. Instale a versão mais nova; nada foi apagado.',
    'storage-damaged':
      'Os dados gravados neste computador estão danificados. Nada foi apagado. Chame o suporte e use o portal da plataforma.',
    'storage-failing':
      'Este computador não está conseguindo gravar. Libere espaço ou verifique o disco e as permissões da pasta de dados do Comanda, e abra o Comanda de novo.',
    'provision-taken': 'As credenciais do arquivo foram salvas e apagadas do arquivo.',
    'provision-refused':
      'O arquivo de credenciais não foi aceito. Ele ainda pode conter a senha: corrija-o ou apague-o. O registro diz por quê.',
    'provision-not-erased':
      'As credenciais foram salvas, mas a senha não pôde ser apagada do arquivo. Apague o arquivo agora.',
    'provision-waiting':
      'O cofre de senhas não aceita agora as credenciais do arquivo. A cozinha continua com as antigas e tenta de novo; a senha ainda está no arquivo.',
    'provision-on-screen':
      'O arquivo de credenciais não foi usado: este computador é uma tela de outra estação. Use o arquivo na estação. Ele ainda contém a senha.',
    unknown: 'Algo precisa de atenção. Veja o registro do programa.',
  },
  failure: {
    'bad-arguments': 'Não foi possível: dados inválidos.',
    'not-allowed': 'Não permitido neste momento.',
    'unknown-order': 'Este pedido não está mais no painel.',
    'not-offered': 'O pedido mudou: este passo não vale mais.',
    'reason-missing': 'Escolha um motivo.',
    'too-late': 'Tarde demais: já foi enviado.',
    offline: 'Sem conexão: só é possível com internet. Tente de novo.',
    forbidden: 'A plataforma não autoriza este aplicativo para esta loja.',
    rejected: 'A plataforma recusou.',
    'not-configured': 'Falta configurar a plataforma.',
    storage: 'Não foi possível gravar neste computador. Nada foi enviado.',
    locked: 'Bloqueado: digite primeiro o PIN.',
    'wrong-pin': 'PIN errado.',
    'wrong-secret': 'Esta não é a senha (client_secret) com que esta cozinha está conectada.',
    'secret-unavailable': 'Não há senha salva para comparar: conecte esta cozinha, ou desbloqueie o cofre de senhas.',
    wait: 'Tentativas demais. Aguarde um pouco.',
    'no-printer': 'Nenhuma impressora encontrada neste computador.',
    'printer-not-named':
      'Escolha uma impressora nos ajustes. O Comanda só imprime automaticamente em uma impressora escolhida.',
    'printer-failed': 'A impressora não aceitou. Confira papel, cabo e energia, e tente de novo.',
    'nothing-to-print': 'Não há pedido aberto para imprimir.',
    'station-away': 'O computador principal não responde. Tente de novo.',
    'screen-removed': 'Esta tela foi removida no computador principal.',
    internal: 'Erro inesperado. Tente de novo.',
  },
} as const
