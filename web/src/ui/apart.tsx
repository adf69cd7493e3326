import { Component, type ReactNode } from 'react';

/** Keeps what goes wrong in a part of the page within that part: prices go on, whatever becomes of the rest. */
export class Apart extends Component<{ instead?: ReactNode; children: ReactNode }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    const { instead = null, children } = this.props;
    return this.state.broken ? instead : children;
  }
}
