/** Sends a SAML message on to the company's identity provider by itself; without script the button does. */
document.querySelector('form').submit();
