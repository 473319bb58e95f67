package dev.hpa.kube.client;

/** Whether a request may still be sent. */
@FunctionalInterface
interface SendCheck {

  boolean mayBeSent();
}
