#!/bin/bash

# Delete the link to the binary
# update-alternatives --remove <name> <path>: 'path' must be the registered alternative binary,
# not the generic symlink — see https://man7.org/linux/man-pages/man1/update-alternatives.1.html
if type update-alternatives >/dev/null 2>&1; then
    update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}'
else
    rm -f '/usr/bin/${executable}'
fi

APPARMOR_PROFILE_DEST='/etc/apparmor.d/${executable}'

# Remove and unload apparmor profile.
if [ -f "$APPARMOR_PROFILE_DEST" ]; then
  # Unload the profile from the running kernel before deleting the file so the
  # policy is not left enforced until the next reboot.  Mirror the chroot guard
  # used in the after-install script — live AppArmor operations are not
  # meaningful inside a chroot.
  # https://wiki.debian.org/AppArmor/HowToUse
  if apparmor_status --enabled > /dev/null 2>&1; then
    if ! { [ -x '/usr/bin/ischroot' ] && /usr/bin/ischroot; } && hash apparmor_parser 2>/dev/null; then
      apparmor_parser --remove "$APPARMOR_PROFILE_DEST" || true
    fi
  fi
  rm -f "$APPARMOR_PROFILE_DEST"
fi
# The data of the kitchens on this machine: `apt remove` keeps it and says how it goes, `apt purge` erases it.
data_of_kitchens() {
  getent passwd | while IFS=: read -r user _ uid _ _ home _; do
    if [ "$uid" -eq 0 ] || [ "$uid" -ge 1000 ]; then
      [ -d "$home/.config/Comanda" ] && echo "$uid:$user:$home"
    fi
  done
}
case "$1" in
  purge)
    data_of_kitchens | while IFS=: read -r uid user home; do
      # The keychain of a user who is signed in; another one's is locked and stays.
      if [ -S "/run/user/$uid/bus" ] && command -v secret-tool >/dev/null 2>&1; then
        runuser -u "$user" -- env DBUS_SESSION_BUS_ADDRESS="unix:path=/run/user/$uid/bus" secret-tool clear service Comanda || true
      fi
      rm -rf -- "$home/.config/Comanda" "$home/.config/comanda-leases"
    done
    ;;
  remove)
    if [ -n "$(data_of_kitchens)" ]; then
      echo "Orders, settings and credentials of Comanda stay on this machine. 'apt purge ${executable}' erases them."
    fi
    ;;
esac
exit 0
