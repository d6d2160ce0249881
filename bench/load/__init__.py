"""Load for a whole server: players over real sockets in a process of their own, the server's processor time apart."""
