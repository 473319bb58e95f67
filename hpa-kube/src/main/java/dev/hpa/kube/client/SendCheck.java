package dev.hpa.kube.client;

/** Whether a request may still be sent. */
@FunctionalInterface
public interface SendCheck {

  boolean mayBeSent();
}
