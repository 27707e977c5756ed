/** Sends the identity provider's answer on by itself; without script the button does. */
document.querySelector('form').submit();
