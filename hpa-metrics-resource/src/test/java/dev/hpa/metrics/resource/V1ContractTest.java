package dev.hpa.metrics.resource;

/** The contract, with a server of {@code v1} only. */
class V1ContractTest extends ContractTest {

  V1ContractTest() {
    super("v1");
  }
}
