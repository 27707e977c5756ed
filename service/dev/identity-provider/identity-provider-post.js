/** Posts the identity provider's answer automatically; without script the person presses the button. */
document.querySelector('form').submit();
